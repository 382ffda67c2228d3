%0 = smt.constant true
%1 = smt.constant false
%2 = smt.declare_fun "text" : !smt.int
%3 = smt.declare_fun : !smt.int
%4 = smt.declare_fun "a b" : !smt.int
