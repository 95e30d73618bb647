package gp

// Averaged is averaged, for tests.
var Averaged = averaged
