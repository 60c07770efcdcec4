import { dictionaryAliases } from './dictionaryAliases';

/** An entry of a managed dictionary with its organization; null for a common entry. */
interface OwnedEntry {
  readonly value: string;
  readonly label: string;
  readonly organizationId: number | null;
  readonly disabled?: boolean;
}

/** Dictionaries whose values become part of numbers: an own code replaces the common one under other spellings too. */
const codeDictionaries: readonly string[] = ['projectType'];

const isSameName = (dict: string, common: string, own: string): boolean =>
  common === own || (codeDictionaries.includes(dict) && (dictionaryAliases[dict]?.[common] ?? []).includes(own));

/**
 * Returns the common entries that an organization's own entry of the same name replaces, e.g. DQ 定期检测 by DJ
 * 定期检测: value of the common entry → value of the own one. Such an entry can't be chosen anew, and keeps its label.
 * @param dict name of the dictionary
 * @param entries common entries, and those of one organization
 */
export function replacedEntries(dict: string, entries: readonly OwnedEntry[]): ReadonlyMap<string, string> {
  const ownEntries = entries.filter(({ organizationId, disabled }) => organizationId !== null && !disabled);
  return new Map(
    entries
      .filter(({ organizationId }) => organizationId === null)
      .flatMap(({ value, label }) => {
        const ownEntry = ownEntries.find((own) => own.value !== value && isSameName(dict, label, own.label));
        return ownEntry ? [[value, ownEntry.value] as const] : [];
      }),
  );
}
