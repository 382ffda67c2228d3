// pipeline: builtin.module(convert-vector-to-scf)
// pipeline: builtin.module(convert-vector-to-scf{full-unroll=true})
func.func @prv(%v: vector<4xf32>) {
  vector.print %v : vector<4xf32>
  return
}
// -----
func.func @prv2(%v: vector<2x2xi1>) {
  vector.print %v : vector<2x2xi1> punctuation <comma>
  return
}
// -----
func.func @prv0(%w: vector<2x3xui5>, %u: vector<2xsi8>, %s: vector<3xi64>, %j: vector<2xsi1>, %k: vector<2xui64>, %l:vector<2xi65>, %m: vector<1x1xindex>, %n: vector<si3>) {
  vector.print %w : vector<2x3xui5>
  vector.print %u : vector<2xsi8>
  vector.print %s : vector<3xi64> punctuation <no_punctuation>
  vector.print %j : vector<2xsi1>
  vector.print %k : vector<2xui64>
  vector.print %l : vector<2xi65>
  vector.print %m : vector<1x1xindex>
  vector.print %n : vector<si3>
  return
}
