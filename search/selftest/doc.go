// Package selftest checks the program on the machine that it runs on, in a few seconds: the rules, the move generator,
// the table, the evaluation with the kernels chosen for this processor, the mate solver and the search. Each result is
// compared with a known one or with one computed in a slower way. It is for users whose machine or build is in doubt;
// the tests of the packages go much further.
package selftest
