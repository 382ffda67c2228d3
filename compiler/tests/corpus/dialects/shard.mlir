shard.grid @text(shape = )
// -----
shard.grid @text(shape = x)
// -----
shard.grid @text(shape = 4x)
// -----
shard.grid @text(shape = 4xa)
// -----
shard.grid @text(shape = [])
// -----
shard.grid @text(shape = -1)
