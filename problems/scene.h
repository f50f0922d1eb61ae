/* scene.h: rigid bodies, walls and joints in motion, and the assembly of one time step.
   SPDX-License-Identifier: GPL-3.0-or-later

   A scene of nb bodies in the plane (space 2, velocities (x', y', angle') of each) or in space (space 3, velocities
   (x', y', z', omega), omega in the frame of the body; orientation by Euler parameters).  One step of length h is the problem

       M (v+ - v) = h k + H r + G l,    G' v+ + g/h + dg/dt = 0,    u = H' v+ + w,  w_N = gap/h,

   [AnitescuHart2004, (2.6)-(2.8)], [NegrutEtAl2017, (5)], over the contacts whose gap is at most
   delta + reach h (fastest speed + fastest wall + |gravity| h).  The normal of a contact points from body a to body b, a < b, the ground
   (a = -1) first. */

#ifndef SLIP_SCENE_HEADER
#define SLIP_SCENE_HEADER

#include "problems/problems.h"

typedef struct {
    slip_shape_kind kind;   /* DISK, SPHERE, BOX; POLYGON: convex, counter-clockwise (space 2), or feet that meet walls only (space 3) */
    double size[3];         /* radius; half widths */
    int corners;            /* polygon */
    const double *corner;   /* corners x space, in the frame of the body */
    double x[3];            /* centre of mass */
    double e[4];            /* space 3: Euler parameters, scalar first; space 2: e[0] is the angle */
    double v[3];            /* velocity of the centre of mass */
    double omega[3];        /* space 3: in the frame of the body; space 2: omega[0] */
    double mass, inertia[3];/* principal; space 2: inertia[0] */
    int skip;               /* two bodies with the same nonzero skip never touch */
} slip_body;

typedef struct {            /* a half space, possibly moving */
    double at[3], normal[3];        /* the free side is where normal'(x - at) > 0 */
    double belt[3];                 /* velocity of its surface, which stays where it is */
    /* shaking: displaced by along * amplitude (1 - cos(2 pi tau / period))/2, tau the time since start modulo period + rest, at rest after period */
    double along[3], amplitude, period, rest, start;
    double extent;                  /* for drawing: half its visible width; 0: as wide as the picture */
} slip_wall;

typedef enum {
    SLIP_JOINT_PIN,         /* a point of a and a point of b are the same: space rows */
    SLIP_JOINT_ROD,         /* two points at a fixed distance: 1 row */
    SLIP_JOINT_HINGE        /* space 3: a pin, and axis_a parallel to axis_b: 5 rows */
} slip_joint_kind;

typedef struct {
    slip_joint_kind kind;
    int a, b;                       /* bodies; a = -1: the ground */
    double at_a[3], at_b[3];        /* in the frames of the bodies; of the ground: in the world */
    double axis_a[3], axis_b[3];    /* hinge: unit */
    double length;                  /* rod */
    double along[3], amplitude, frequency;  /* a = -1: at_a is displaced by along * amplitude sin(frequency t) */
} slip_joint;

struct slip_scene {
    slip_arena arena;
    int space, count, walls, joints;
    slip_body *body;
    slip_wall *wall;
    slip_joint *joint;
    double gravity[3];
    double time, h;                 /* h: the step a problem of this scene is made with */
    slip_law law; slip_dirs dirs; slip_level level;
    int d;                          /* 1: normals only; 0: the dimension of space */
    double mu;
    double delta, reach;            /* which contacts take part */
    double reach_most;              /* gaps beyond this never do, however fast a body is; 0: no such limit */
    double snap;                    /* a gap of at most this size is 0: touching by construction */
    bool   closed;                  /* every gap counts as 0 */
    double restitution, rest_speed, rest_gap;   /* Newton's rule where gap <= rest_gap and u_N < -rest_speed before the step */
    bool   stabilise;               /* penetrations and joint errors are corrected within one step */
    double cap;                     /* at most with this speed; 0: no cap */
    double drift;                   /* largest | |e| - 1 | met by slip_scene_move before it renormalised */
};

/* ---- building (scene.c) ------------------------------------------------------------------------- */

/* What fails here leaves the scene empty.
   Bodies, walls, joints allocated (bodies upright, unit mass and inertia); plastic, stabilised, no gravity.  Refuses (SIZE) what will not fit. */
slip_status slip_scene_new(slip_scene *, int space, int bodies, int walls, int joints, slip_error *);
void slip_scene_free(slip_scene *);
/* Refuses with one sentence what would need more memory than this machine has left, before anything is built. */
slip_status slip_scene_room(int space, double bodies, double contacts, slip_error *);

void slip_body_disk(slip_body *, double x, double y, double radius, double mass, double inertia);
void slip_body_sphere(slip_body *, double x, double y, double z, double radius, double mass);           /* solid */
void slip_body_box2(slip_body *, double x, double y, double hx, double hy, double mass);                /* solid, half widths */
void slip_body_box3(slip_body *, double x, double y, double z, double hx, double hy, double hz, double mass);
void slip_wall_plane(slip_wall *, const double at[3], const double normal[3]);                          /* normal is made a unit vector */
slip_status slip_body_polygon(slip_scene *, int b, int corners, const double *corner, slip_error *);    /* corners are copied */

/* The tail of every scene family's parameter table, and what it sets. */
extern const char *const slip_law_words[];
enum { SLIP_SCENE_MU, SLIP_SCENE_G, SLIP_SCENE_H, SLIP_SCENE_LAW, SLIP_SCENE_K, SLIP_SCENE_REST, SLIP_SCENE_DELTA, SLIP_SCENE_REACH,
       SLIP_SCENE_STABILISE, SLIP_SCENE_CAP, SLIP_SCENE_TAIL };
#define SLIP_SCENE_PARAMS(mu_, h_, law_) SLIP_SCENE_PARAMS_ALL(mu_, h_, law_, 0, 1e-6)
#define SLIP_SCENE_PARAMS_ALL(mu_, h_, law_, e_, delta_) \
    {"mu", mu_, 0, 1e6, NULL, "coefficient of friction", 0}, \
    {"g", 9.81, -1e6, 1e6, NULL, "gravity, downward", 0}, \
    {"h", h_, 1e-12, 1e6, NULL, "time step", 0}, \
    {"law", law_, 0, SLIP_LAW_COUNT - 1, slip_law_words, "friction law", 0}, \
    {"k", 4, 4, 256, NULL, "directions of the polyhedral laws in space, an even number", SLIP_WHOLE}, \
    {"e", e_, 0, 1, NULL, "restitution, Newton's rule (0: plastic)", 0}, \
    {"delta", delta_, 0, 1e6, NULL, "contacts with a gap of at most delta + reach h (fastest speed + fastest wall + g h) take part", 0}, \
    {"reach", 2, 0, 1e6, NULL, "see delta", 0}, \
    {"stabilise", 1, 0, 1, NULL, "correct penetrations and joint errors within one step (0: no)", SLIP_WHOLE}, \
    {"cap", 0, 0, 1e12, NULL, "largest speed of that correction (0: no cap)", 0}

/* The tail of those at acceleration level, and what it sets. */
#define SLIP_BARAFF_PARAMS \
    {"mu", 0, 0, 1e6, NULL, "coefficient of friction; 0: normals only", 0}, \
    {"g", 9.81, -1e6, 1e6, NULL, "gravity, downward", 0}, \
    {"law", SLIP_LAW_COULOMB, 0, SLIP_LAW_COUNT - 1, slip_law_words, "friction law", 0}
void slip_scene_baraff(slip_scene *, const double tail[3]);

slip_status slip_scene_set(slip_scene *, const double tail[SLIP_SCENE_TAIL], slip_error *);
/* The instances of the peers: gaps closed, free velocity 1 straight down, no gravity. */
void slip_scene_drop(slip_scene *);
/* Independent normal velocities of this size, all components. */
slip_status slip_scene_stir(slip_scene *, double speed, unsigned long seed, slip_error *);

/* ---- one step (assemble.c), and time ---------------------------------------------------------------- */

slip_status slip_scene_assemble(const slip_scene *, double h, slip_problem *out, slip_error *);
void slip_scene_move(slip_scene *, const double *v, double h);        /* x += h v with the velocity of a step, 3 or 6 numbers a body; time += h */
void slip_scene_velocity(const slip_scene *, double *v);              /* the velocities now, in the order of a problem */

typedef struct {
    double kinetic, potential;      /* potential: of gravity, height 0 at the origin */
    double momentum[3], angular[3]; /* angular about the origin; space 2: angular[2] */
    double gap;                     /* smallest gap; INFINITY: nothing within reach */
    double joint;                   /* largest |g| of a joint row */
    double speed;                   /* of the fastest point of any body */
} slip_measures;
slip_status slip_scene_measure(const slip_scene *, slip_measures *, slip_error *);

/* make() of a family that has a scene: build it, assemble it with its own h. */
slip_status slip_scene_problem(slip_status (*scene)(slip_scene *, const double[], unsigned long, slip_error *), slip_problem *out,
                               const double par[], unsigned long seed, slip_error *);

/* The same with slip_truth_exists. */
slip_status slip_scene_theory(slip_status (*scene)(slip_scene *, const double[], unsigned long, slip_error *), slip_problem *out,
                              const double par[], unsigned long seed, slip_truth *, slip_error *);

/* ---- what assembly is made of: contacts (grid.c, narrow.c, polygon.c, boxes.c) and joints (joint.c) -------------- */

typedef struct {
    int a, b;               /* bodies, a < b; a = -1: wall `wall` */
    int wall;
    double n[3];            /* unit, from a to b */
    double arm_a[3], arm_b[3];  /* from the centres of mass to the surface points, in the world */
    double gap;
} slip_touch;

typedef struct { int count, room; bool failed; slip_touch *touch; } slip_touches;       /* {0} is empty; freed by slip_free(touch) */

slip_status slip_scene_touches(const slip_scene *, double delta, slip_touches *, slip_error *);     /* walls first, then pairs in order of (a, b) */
double slip_scene_reach(const slip_scene *, double h);                      /* delta + reach h (fastest speed + fastest wall + |gravity| h) */
slip_status slip_grid_pairs(const slip_scene *, double delta, slip_arena *, int **pair, int *count, slip_error *);   /* candidate pairs, a < b, sorted */
void slip_touch_add(slip_touches *, const slip_touch *);
/* At point y of body `on`; the surface of `from` is gap away along the unit vector n, which leaves `from`. */
void slip_touch_between(const slip_scene *, int from, int on, const double n[3], const double y[3], double gap, slip_touches *);
void slip_narrow_wall(const slip_scene *, int wall, int b, double delta, slip_touches *);
void slip_narrow_pair(const slip_scene *, int a, int b, double delta, slip_touches *);
void slip_narrow_polygons(const slip_scene *, int a, int b, double delta, slip_touches *);          /* space 2, polygons and boxes */
void slip_narrow_boxes(const slip_scene *, int a, int b, double delta, slip_touches *);             /* space 3 */
int  slip_joint_rows(const slip_scene *, const slip_joint *);
/* Row k of a joint: its value g, dg/dt, and its gradients with respect to the velocities of a and b (3 or 6 numbers). */
void slip_joint_row(const slip_scene *, const slip_joint *, int k, double *g, double *gt, double *grad_a, double *grad_b);

void slip_body_axes(int space, const slip_body *, double A[9]);             /* row-major rotation: world = A body */
int  slip_body_corners(int space, const slip_body *, double *out, int room);/* corners in the world, relative to x: polygon, box; their number */
void slip_wall_place(const slip_wall *, double time, double at[3]);         /* a point of the wall now */
void slip_tangents(int space, const double n[3], double t[3], double o[3]); /* completes n to a frame; space 2: t is n turned left */

static inline double slip_dot3(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static inline void slip_cross3(const double *a, const double *b, double *c)
{
    double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    c[0] = x, c[1] = y, c[2] = z;
}

/* ---- known answers (known.c) ------------------------------------------------------------------------- */

/* Room for `count` solutions (u, r) in the problem's arena, zeroed. */
slip_status slip_truth_known(slip_problem *, int count, slip_truth *, slip_error *);
/* The truth of a problem of one contact with Delassus matrix W (row-major, normal and first tangent) and q: every mode tried; cone laws too.
   In space: only where nothing couples to or drives the second tangent. */
slip_status slip_truth_single(slip_problem *, const double W[4], const double q[2], slip_truth *, slip_error *);
/* The same numbers alone; false unless exactly one solution is found. */
bool slip_truth_point(const double W[4], const double q[2], double mu, bool convex, double r[2], double u[2]);
/* Rest by energy: normal impulses c >= 0 alone hold everything (H_N c + f = 0, w = 0), so that v = 0 is the only velocity, whatever the law:
   v'Mv = v'f + r'u <= v'f = -c'u_N <= 0.  `normal` lists `count` such c, nc numbers each; many: impulses are known not to be unique. */
slip_status slip_truth_rest(slip_problem *, int count, const double *normal, bool many, slip_truth *, slip_error *);
/* What theory says when nothing else is known: existence where w_N >= 0 [AnitescuHart2004, 2.2], uniqueness of v where the law is convex. */
void slip_truth_exists(const slip_problem *, slip_truth *);
/* Bricks in running bond, numbered from below: one way in which normal impulses hold them, every load handed straight down. */
slip_status slip_masonry_hold(const slip_problem *, double half /* length of a brick */, double *normal /* nc */, slip_error *);

#endif
