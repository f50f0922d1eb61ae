/* judge.c: judge an answer from a program of your own, in ten lines.
   SPDX-License-Identifier: GPL-3.0-or-later
   cc judge.c $(pkg-config --cflags --libs slipstick) && ./a.out */

#include <stdio.h>
#include <slipstick.h>

int main(void)
{
    slip_problem problem;
    slip_error error;
    double mine[] = { 3, -1 };                              /* impulses: normal first, then the tangent */
    if (slip_start(&error) || slip_problem_open(&problem, "point-mass", NULL, &error)) return puts(error.text), 2;
    slip_answer answer = { .claim = SLIP_CLAIM_SOLVED, .law = problem.law, .dirs = problem.dirs, .r = mine };
    slip_verdict verdict = slip_verify(&problem, answer.law, answer.dirs, &answer, NULL, 1e-8);
    printf("%s: %s\n", slip_verdict_name(verdict.word), verdict.sentence);
    slip_problem_free(&problem);
    return verdict.word != SLIP_VERDICT_VERIFIED;
}
