// Edition of the standards that applies to a result. The day of sampling decides. The edition is stored with the
// result and never changes.

/**
 * Editions of the standards:
 * - `pre331`: before GBZ 331-2024.
 * - `331`: GBZ 331-2024, in force since 2025-05-01.
 * - `331+2026`: in addition GBZ/T 192.1-2025, 192.2-2025 and 189.9-2025, in force since 2026-02-01.
 */
export const standardEditions = ['pre331', '331', '331+2026'] as const;
export type StandardEdition = (typeof standardEditions)[number];

/** First days in force, `YYYY-MM-DD`. */
export const normDays = { gbz331: '2025-05-01', methods2025: '2026-02-01' } as const;

/**
 * Returns the edition for a sampling day. GBZ 331-2024 has no transition clause; we let the day of sampling decide on
 * calculation, digits, verdict, flow and laboratory.
 * @param day of sampling, `YYYY-MM-DD`
 */
export const standardEditionOn = (day: string): StandardEdition =>
  day < normDays.gbz331 ? 'pre331' : day < normDays.methods2025 ? '331' : '331+2026';

/** Returns whether the rules of GBZ 331-2024 apply. */
export const follows331 = (edition: StandardEdition): boolean => edition !== 'pre331';

/** Returns whether the dust and vibration methods of 2025 apply. */
export const follows2025Methods = (edition: StandardEdition): boolean => edition === '331+2026';
