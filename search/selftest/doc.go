// Package selftest checks the program on the machine that it runs on, in a few seconds: the rules, the move generator,
// the table, the evaluation with the kernels that this processor gets, the mate solver and the search. It holds what
// they do against what is known or against a slower way to the same result. It is for users whose machine or build is
// in doubt; the tests of the packages go much further.
package selftest
