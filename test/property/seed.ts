/**
 * The seed of the property tests of this folder. It is the same in each run, so that a run without a change has no other result.
 * `PROPERTY_SEED=$RANDOM` looks for new cases.
 */
export const SEED = Number(process.env.PROPERTY_SEED ?? 1);
