package runnel

// Live is the number of C references that handles hold.
func Live() int64 { return live.Load() }
