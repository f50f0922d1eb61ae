/* families.c: the catalogue, and how a name becomes a problem.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/problems.h"

#include <string.h>
#include <sys/stat.h>

extern const slip_family
    slip_family_arch,
    slip_family_ball,
    slip_family_brazil_nut,
    slip_family_cannonball,
    slip_family_disk,
    slip_family_dynamic,
    slip_family_guide,
    slip_family_incline,
    slip_family_integer,
    slip_family_linkage,
    slip_family_multibody,
    slip_family_murty,
    slip_family_needle,
    slip_family_painleve_rod,
    slip_family_pair,
    slip_family_pendulum,
    slip_family_pile,
    slip_family_point_mass,
    slip_family_pyramid,
    slip_family_random_lcp,
    slip_family_slab,
    slip_family_sphere,
    slip_family_stack,
    slip_family_table,
    slip_family_tower,
    slip_family_wall,
    slip_family_wall3d,
    slip_family_wedge;

const slip_family *const slip_families[] = {
    &slip_family_arch,
    &slip_family_ball,
    &slip_family_brazil_nut,
    &slip_family_cannonball,
    &slip_family_disk,
    &slip_family_dynamic,
    &slip_family_guide,
    &slip_family_incline,
    &slip_family_integer,
    &slip_family_linkage,
    &slip_family_multibody,
    &slip_family_murty,
    &slip_family_needle,
    &slip_family_painleve_rod,
    &slip_family_pair,
    &slip_family_pendulum,
    &slip_family_pile,
    &slip_family_point_mass,
    &slip_family_pyramid,
    &slip_family_random_lcp,
    &slip_family_slab,
    &slip_family_sphere,
    &slip_family_stack,
    &slip_family_table,
    &slip_family_tower,
    &slip_family_wall,
    &slip_family_wall3d,
    &slip_family_wedge,
    NULL
};

const slip_family *slip_family_find(const char *name, slip_error *error)
{
    enum { MOST = 256 };
    const char *names[MOST + 1];
    int count = 0;
    for (; slip_families[count] && count < MOST; count++) {
        if (strcmp(slip_families[count]->name, name) == 0) return slip_families[count];
        names[count] = slip_families[count]->name;
    }
    names[count] = NULL;
    const char *near = slip_nearest(name, names);
    if (near) slip_fail(error, SLIP_INPUT, "there is no problem '%.60s'; did you mean '%s'?", name, near);
    else slip_fail(error, SLIP_INPUT, "there is no problem '%.60s' ('slipstick list problems' shows them all)", name);
    return NULL;
}

bool slip_name_is_file(const char *name)
{
    struct stat st;
    if (strchr(name, '/')) return true;
    return !strchr(name, ':') && stat(name, &st) == 0 && !S_ISDIR(st.st_mode);
}

slip_status slip_scene_open(slip_scene *out, const char *name, slip_error *error)
{
    char head[64];
    size_t length = strcspn(name, ":");
    double par[SLIP_MAX_PARAMS];
    slip_name_extra extra;
    if (length == 0 || length >= sizeof head) return slip_fail(error, SLIP_INPUT, "'%.60s' is not the name of a scene", name);
    memcpy(head, name, length);
    head[length] = 0;
    const slip_family *family = slip_family_find(head, error);
    if (!family) return SLIP_INPUT;
    slip_status status = slip_param_parse(family->params, "problem", head, name[length] ? name + length + 1 : NULL, par, &extra, error);
    if (status) return status;
    if (!family->scene) return slip_fail(error, SLIP_INPUT, "problem %s does not move: it is no scene", head);
    if (extra.step >= 0 || extra.by[0]) return slip_fail(error, SLIP_INPUT, "a simulation begins at the beginning: leave out step= and by=");
    return family->scene(out, par, extra.seed, error);
}

slip_status slip_problem_open(slip_problem *out, const char *name, slip_truth *truth, slip_error *error)
{
    slip_truth ignored;
    if (!truth) truth = &ignored;
    *out = (slip_problem){ .d = 0 };
    *truth = (slip_truth){ .solutions = SLIP_SOLUTIONS_UNKNOWN };
    if (slip_name_is_file(name)) return slip_problem_read_file(out, name, error);
    char head[64];
    size_t length = strcspn(name, ":");
    if (length == 0 || length >= sizeof head) return slip_fail(error, SLIP_INPUT, "'%.60s' is not the name of a problem", name);
    memcpy(head, name, length);
    head[length] = 0;
    const slip_family *family = slip_family_find(head, error);
    if (!family) return SLIP_INPUT;
    double par[SLIP_MAX_PARAMS];
    slip_name_extra extra;
    slip_status status = slip_param_parse(family->params, "problem", head, name[length] ? name + length + 1 : NULL, par, &extra, error);
    if (status) return status;
    if (extra.step >= 0 || extra.by[0])
        return slip_fail(error, SLIP_INPUT, "problem %s: a later step of a scene needs a solver to get there; it cannot be opened here", head);
    if ((status = family->make(out, par, extra.seed, truth, error))) { slip_problem_free(out); return status; }
    if (!truth->cite) truth->cite = family->cite;
    slip_text full = { 0 };
    status = slip_name_full(family->params, head, par, &extra, &full, error);
    if (!status && !(out->name = slip_arena_printf(&out->arena, "%s", full.s))) status = slip_fail(error, SLIP_MEMORY, "out of memory for a name");
    slip_text_free(&full);
    if (!status && (status = slip_problem_check(out, error)) && status != SLIP_MEMORY && error) {
        slip_error inner = *error;                      /* what we make ourselves must be right */
        status = slip_fail(error, SLIP_BUG, "problem %s came out wrong: %.180s", head, inner.text);
    }
    if (!status && truth != &ignored) status = slip_truth_cite_proof(truth, out, error);
    if (status) slip_problem_free(out);
    return status;
}
