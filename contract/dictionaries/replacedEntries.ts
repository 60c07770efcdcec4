import { dictionaryAliases } from './dictionaryAliases';

/** An entry of a managed dictionary with its organization; null for a common entry. */
interface OwnedEntry {
  readonly value: string;
  readonly label: string;
  readonly organizationId: number | null;
  /** Person who added it; null for a built-in entry. */
  readonly createBy: number | null;
  readonly disabled?: boolean;
}

/** Rank of an entry: built-in, added by a person for all organizations, or of one organization. */
const rankOf = ({ organizationId, createBy }: OwnedEntry): number =>
  organizationId !== null ? 2 : createBy !== null ? 1 : 0;

/** Dictionaries whose values become part of numbers: an own code replaces the common one under other spellings too. */
const codeDictionaries: readonly string[] = ['projectType'];

const isSameName = (dict: string, commonName: string, ownName: string): boolean =>
  commonName === ownName ||
  (codeDictionaries.includes(dict) && (dictionaryAliases[dict]?.[commonName] ?? []).includes(ownName));

/**
 * Returns the entries that another of the same name replaces, e.g. the built-in DQ 定期检测 by DJ 定期检测: value of the
 * common entry → value of the other. An entry of the organization replaces a common one, and one that a person added
 * for all organizations replaces a built-in one. A replaced entry can't be chosen anew, and keeps its label.
 * @param dict name of the dictionary
 * @param entries common entries, and those of one organization
 */
export function replacedEntries(dict: string, entries: readonly OwnedEntry[]): ReadonlyMap<string, string> {
  const addedEntries = entries
    .filter((entry) => rankOf(entry) > 0 && !entry.disabled)
    .sort((entry, other) => rankOf(other) - rankOf(entry));
  return new Map(
    entries
      .filter(({ organizationId }) => organizationId === null)
      .flatMap((entry) => {
        const { value, label } = entry;
        const addedEntry = addedEntries.find(
          (other) => rankOf(other) > rankOf(entry) && other.value !== value && isSameName(dict, label, other.label),
        );
        return addedEntry ? [[value, addedEntry.value] as const] : [];
      }),
  );
}
