import { exposure } from './kinds/exposure';
import { laboratory } from './kinds/laboratory';
import { physical } from './kinds/physical';
import { quality } from './kinds/quality';
import { sampling } from './kinds/sampling';
import { type Computed, differences, kindOf, type Kinds, type Vector } from './proof';

/** One evaluator per kind. */
const kinds: Kinds = { ...sampling, ...laboratory, ...quality, ...exposure, ...physical };

export const evaluatorOf = (id: string): ((input: never) => Computed) | undefined => kinds[kindOf(id)];

/** Returns what keeps a vector from being proved; empty where it is proved. */
export function faultsOf(vector: Vector): string[] {
  const evaluate = evaluatorOf(vector.id);
  if (!evaluate) return [`no evaluator for ${kindOf(vector.id)}`];
  try {
    return differences(vector, evaluate(vector.input as never));
  } catch (error) {
    return [`stopped: ${error instanceof Error ? error.message : String(error)}`];
  }
}
