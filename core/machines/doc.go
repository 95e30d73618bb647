// Package machines is the sixth folder of core/: families of machines, each in a package that
// imports no other family. A machine is a struct with tagged options, a Fit and the answers of its
// kind; see package model for the contract, and catalog for the list of all machines. Transformers
// and the machines that hold other machines, such as pipelines, are in prep.
package machines
