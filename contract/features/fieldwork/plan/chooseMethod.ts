import { isInForce, isRespirable, type MethodFact, type MethodItemFact } from './planFacts';

export interface MethodLibrary {
  readonly methods: readonly MethodFact[];
  readonly items: readonly MethodItemFact[];
  /** `YYYY-MM-DD` */
  readonly day: string;
}

/** What a sample is taken for: which dust it is, and whether a sampler can be worn for a shift. */
export interface Wanted {
  readonly hazard: number;
  readonly dust?: 'total' | 'respirable';
  readonly long?: boolean;
}

type Candidate = MethodFact & { readonly itemSure: boolean };

/**
 * Earlier is better; what neither word settles is settled by the id, so that the same library always answers the same.
 */
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
 * The method by which a hazard is measured: in force on the day, our own before a subcontractor's, accredited (资质认定)
 * before others, able to be worn where
 * that is wanted, an organisation's own before everybody's, checked before unchecked.
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
