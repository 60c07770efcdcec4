import { exposure } from './exposure';
import { exposure as exposureKinds } from './kinds/exposure';
import { laboratory as laboratoryKinds } from './kinds/laboratory';
import { physical as physicalKinds } from './kinds/physical';
import { quality as qualityKinds } from './kinds/quality';
import { sampling as samplingKinds } from './kinds/sampling';
import { type Computed, differences, kindOf, type Kinds, type Proofs, type Vector } from './proof';

/** One evaluator a kind. */
export const kinds: Kinds = { ...samplingKinds, ...laboratoryKinds, ...qualityKinds, ...exposureKinds, ...physicalKinds };

/** Evaluators of single vectors, which become kinds. */
const proofs: Proofs = { ...exposure };

export const evaluatorOf = (id: string): ((input: never) => Computed) | undefined => kinds[kindOf(id)] ?? proofs[id];

/** What keeps a vector from being proved, none where it is. */
export function faultsOf(vector: Vector): string[] {
  const evaluate = evaluatorOf(vector.id);
  if (!evaluate) return [`no evaluator for ${kindOf(vector.id)}`];
  try {
    return differences(vector, evaluate(vector.input as never));
  } catch (error) {
    return [`stopped: ${error instanceof Error ? error.message : String(error)}`];
  }
}
