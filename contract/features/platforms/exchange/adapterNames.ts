import type { fixedDictionaries } from '@contract/dictionaries';

/** How messages of a connector are built and sent. `generic` maps our fields by name (`platformMapping.ts`). */
type AdapterName = (typeof fixedDictionaries.platformAdapter)[number]['value'];
export type ExchangeName = Exclude<AdapterName, 'generic'>;

const exchangeNames: ReadonlySet<string> = new Set<ExchangeName>(['provincial', 'county', 'surveyBook']);

/** Returns whether a connector's adapter builds messages from the exchange model; a null adapter is generic. */
export const isExchange = (adapter: string | null | undefined): adapter is ExchangeName =>
  typeof adapter === 'string' && exchangeNames.has(adapter);
