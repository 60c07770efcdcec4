import { type AnnexItem, scopeOf } from '@contract/features/library/accreditationScope';
import { isInForce, isRespirable, type MethodFact, type MethodItemFact } from './planFacts';

export interface MethodLibrary {
  readonly methods: readonly MethodFact[];
  readonly items: readonly MethodItemFact[];
  /** Accredited scope of the organization. Without rows the flag of each method (资质认定范围内) counts. */
  readonly annex?: readonly AnnexItem[];
  /** Day of sampling, `YYYY-MM-DD`. */
  readonly day: string;
}

/** Purpose of a sample: the kind of dust, and whether the sample covers a whole shift. */
interface SamplePurpose {
  readonly hazard: number;
  readonly category?: string;
  readonly dust?: 'total' | 'respirable';
  readonly long?: boolean;
}

type MethodCandidate = MethodFact & {
  readonly itemSure: boolean;
  readonly accredited: boolean;
  readonly ownItem: boolean;
};

/** Returns whether the library lacks sampling data: no medium, or no flow for a sample that is not a grab sample. */
const lacksSampling = ({ resultRoute, medium, shortFlow, longFlow }: MethodFact): boolean =>
  resultRoute !== 'onSite' &&
  (medium === null || (resultRoute !== 'direct' && shortFlow === null && longFlow === null));

/**
 * Returns the sort key; smaller is better. The id breaks ties, so that the same library always gives the same method.
 */
function rankOf(candidate: MethodCandidate, { long = false }: SamplePurpose): (number | boolean)[] {
  return [
    // An organization that marks 分包 for a hazard outsources it, even if it has methods.
    candidate.methodKind === 'outsourced' && !candidate.ownItem,
    !candidate.accredited,
    !candidate.ownItem,
    long && candidate.longFlow === null,
    candidate.organizationId === null,
    lacksSampling(candidate),
    // A standard that is cited without part and year does not identify a method.
    !/-\d{4}/.test(candidate.standardNo),
    !candidate.itemSure,
    candidate.dataCertainty !== 'sure',
    candidate.id,
  ];
}

function compareRanks(a: readonly (number | boolean)[], b: readonly (number | boolean)[]): number {
  for (const [index, value] of a.entries()) {
    const difference = Number(value) - Number(b[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Chooses the method for a hazard among methods in force on the day. Preference in this order: performed by the
 * organization before outsourced; accredited (资质认定); with the organization's own detection limit; suitable for
 * personal sampling where required; the organization's own entry; a standard with part and year; verified data.
 */
export function chooseMethod(
  { methods, items, annex = [], day }: MethodLibrary,
  purpose: SamplePurpose,
): MethodFact | undefined {
  const certaintyByMethod = new Map<number, boolean>();
  const ownMethods = new Set(
    items.flatMap(({ hazard, method, own }) => (own && hazard === purpose.hazard ? [method] : [])),
  );
  for (const methodItemFact of items)
    if (methodItemFact.hazard === purpose.hazard)
      certaintyByMethod.set(
        methodItemFact.method,
        (certaintyByMethod.get(methodItemFact.method) ?? false) || methodItemFact.dataCertainty === 'sure',
      );
  const fitsPurpose = (method: MethodFact) =>
    purpose.dust === undefined ||
    method.methodKind === 'outsourced' ||
    isRespirable(method) === (purpose.dust === 'respirable');
  const accredited = (method: MethodFact): boolean => {
    const { hazard, category = '' } = purpose;
    const scope = scopeOf(annex, { hazard, category, standardNo: method.standardNo, day });
    return scope ? scope.state === 'inside' : method.cma === true;
  };
  return methods
    .flatMap((method) =>
      certaintyByMethod.has(method.id) && isInForce(method, day) && fitsPurpose(method)
        ? [
            {
              ...method,
              itemSure: certaintyByMethod.get(method.id) === true,
              accredited: accredited(method),
              ownItem: ownMethods.has(method.id),
            },
          ]
        : [],
    )
    .sort((a, b) => compareRanks(rankOf(a, purpose), rankOf(b, purpose)))[0];
}
