// Which edition of the standards applies to a result. The day of sampling decides. The answer is stored with the result
// and never changes.

/**
 * - `pre331`: before GBZ 331-2024.
 * - `331`: GBZ 331-2024, in force since 2025-05-01.
 * - `331+2026`: in addition GBZ/T 192.1-2025, 192.2-2025 and 189.9-2025, in force since 2026-02-01.
 */
export const normSets = ['pre331', '331', '331+2026'] as const;
export type NormSet = (typeof normSets)[number];

/** First days in force, `YYYY-MM-DD`. */
export const normDays = { gbz331: '2025-05-01', methods2025: '2026-02-01' } as const;

/**
 * Returns the rules of a sampling day. GBZ 331-2024 has no transition clause; we apply the day of sampling to
 * calculation, digits, verdict, flow and laboratory.
 * @param day of sampling, `YYYY-MM-DD`
 */
export const normSetOn = (day: string): NormSet =>
  day < normDays.gbz331 ? 'pre331' : day < normDays.methods2025 ? '331' : '331+2026';

/** Tells whether the rules of GBZ 331-2024 apply. */
export const follows331 = (set: NormSet): boolean => set !== 'pre331';

/** Tells whether the dust and vibration methods of 2025 apply. */
export const follows2025Methods = (set: NormSet): boolean => set === '331+2026';
