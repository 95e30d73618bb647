module maxmargin

go 1.27

require (
	github.com/norunners/vert v0.0.0-20221203075838-106a353d42dd
	gonum.org/v1/gonum v0.17.0
	pgregory.net/rapid v1.3.0
)
