/* judge.c: the verdict on a run, also of a program that is not ours and may have died on the way.
   SPDX-License-Identifier: GPL-3.0-or-later

       killed by a limit -> timeout, memory, output;  a signal, or a failure without a result -> crash;
       a result that cannot be read, or none in spite of success -> invalid;  our own fault -> harness */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/reports.h"

slip_judgement slip_judge_nothing(const slip_problem *p, double tol, slip_verdict_word word, const char *sentence)
{
    slip_verdict v = { .word = word, .law = p->law, .dirs = p->dirs, .tol = tol, .contact = -1, .error = NAN, .truth_u = NAN, .truth_r = NAN };
    for (int k = 0; k < SLIP_R_COUNT; k++) {
        v.residual.value[k] = NAN;
        v.residual.worst[k] = -1;
        v.residual.undefined[k] = "there is no answer to measure";
    }
    snprintf(v.sentence, sizeof v.sentence, "%s", sentence);
    return (slip_judgement){ .claimed = v, .posed = v, .solver_error = NAN, .model_error = NAN };
}

slip_verdict_word slip_word_of_end(slip_end end, int code, double wall, size_t memory, char out[256])
{
    switch (end) {
    case SLIP_END_WALL: case SLIP_END_CPU:
        snprintf(out, 256, "%s after %.2g s", slip_end_text(end), wall);
        return SLIP_VERDICT_TIMEOUT;
    case SLIP_END_MEMORY:
        snprintf(out, 256, "%s with %.3g MB", slip_end_text(end), (double)memory / 1e6);
        return SLIP_VERDICT_MEMORY;
    case SLIP_END_OUTPUT:
        snprintf(out, 256, "%s", slip_end_text(end));
        return SLIP_VERDICT_OUTPUT;
    case SLIP_END_SIGNAL:
        snprintf(out, 256, "died of signal %d (%s)", code, strsignal(code));
        return SLIP_VERDICT_CRASH;
    case SLIP_END_EXIT:
        snprintf(out, 256, "exited with code %d without an answer", code);
        return SLIP_VERDICT_CRASH;
    default:
        snprintf(out, 256, "the child process %s", slip_end_text(end));
        return SLIP_VERDICT_HARNESS;
    }
}

bool slip_run_died(const slip_result *r) { return r->foreign.ran && (r->foreign.end != SLIP_END_EXIT || !r->foreign.answered || r->foreign.trouble[0]); }

slip_judgement slip_judge_run(const slip_problem *p, const slip_result *r, const slip_truth *truth, double tol)
{
    const slip_foreign *f = &r->foreign;
    char sentence[256];
    if (!slip_run_died(r)) return slip_verify_both(p, &r->answer, truth, tol);
    slip_verdict_word word = slip_word_of_end(f->end, f->code, f->wall, f->memory, sentence);
    if (f->trouble[0]) snprintf(sentence, sizeof sentence, "%s", f->trouble);
    if (f->end == SLIP_END_EXIT && f->trouble[0]) word = SLIP_VERDICT_INVALID;
    else if (f->end == SLIP_END_EXIT && f->code == 0) {
        word = SLIP_VERDICT_INVALID;
        snprintf(sentence, sizeof sentence, "ended as if all were well, but wrote no result");
    }
    return slip_judge_nothing(p, tol, word, sentence);
}
