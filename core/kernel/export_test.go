package kernel

// NewBesselK is for tests.
var NewBesselK = newBesselK
