import { isInForce, isRespirable, type MethodFact, type MethodItemFact } from './planFacts';

export interface MethodLibrary {
  readonly methods: readonly MethodFact[];
  readonly items: readonly MethodItemFact[];
  /** `YYYY-MM-DD` */
  readonly day: string;
}

/** Purpose of a sample: the sort of dust, and whether it covers a whole shift. */
export interface Wanted {
  readonly hazard: number;
  readonly dust?: 'total' | 'respirable';
  readonly long?: boolean;
}

type Candidate = MethodFact & { readonly itemSure: boolean };

/** Sort key; smaller is better. Ties are broken by the id, so that the same library always gives the same method. */
function rank(candidate: Candidate, { long = false }: Wanted): (number | boolean)[] {
  return [
    candidate.methodKind === 'outsourced',
    !candidate.cma,
    long && candidate.longFlow === null,
    candidate.organizationId === null,
    !candidate.itemSure,
    candidate.dataCertainty !== 'sure',
    candidate.id,
  ];
}

function compare(a: readonly (number | boolean)[], b: readonly (number | boolean)[]): number {
  for (const [at, value] of a.entries()) {
    const difference = Number(value) - Number(b[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Chooses the method for a hazard. Order: in force on the day, own before outsourced, accredited (资质认定) before
 * others, suitable for personal sampling where required, the organization's own before common ones, verified before
 * unverified.
 */
export function chooseMethod({ methods, items, day }: MethodLibrary, wanted: Wanted): MethodFact | undefined {
  const sure = new Map<number, boolean>();
  for (const item of items)
    if (item.hazard === wanted.hazard)
      sure.set(item.method, (sure.get(item.method) ?? false) || item.dataCertainty === 'sure');
  const fits = (method: MethodFact) =>
    wanted.dust === undefined ||
    method.methodKind === 'outsourced' ||
    isRespirable(method) === (wanted.dust === 'respirable');
  return methods
    .flatMap((method) =>
      sure.has(method.id) && isInForce(method, day) && fits(method)
        ? [{ ...method, itemSure: sure.get(method.id) === true }]
        : [],
    )
    .sort((a, b) => compare(rank(a, wanted), rank(b, wanted)))[0];
}
