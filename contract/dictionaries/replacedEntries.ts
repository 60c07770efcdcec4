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
 * @param ownedEntries common entries, and those of one organization
 */
export function replacedEntries(dict: string, ownedEntries: readonly OwnedEntry[]): ReadonlyMap<string, string> {
  const addedEntries = ownedEntries
    .filter((entry) => rankOf(entry) > 0 && !entry.disabled)
    .sort((entry, otherOwnedEntry) => rankOf(otherOwnedEntry) - rankOf(entry));
  return new Map(
    ownedEntries
      .filter(({ organizationId }) => organizationId === null)
      .flatMap((ownedEntry) => {
        const { value, label } = ownedEntry;
        const addedEntry = addedEntries.find(
          (otherOwnedEntry) =>
            rankOf(otherOwnedEntry) > rankOf(ownedEntry) &&
            otherOwnedEntry.value !== value &&
            isSameName(dict, label, otherOwnedEntry.label),
        );
        return addedEntry ? [[value, addedEntry.value] as const] : [];
      }),
  );
}
