import { useQuery } from '@tanstack/react-query';
import { fetchOptions, fetchTexts, type Option } from '@/api/options';
import { useDebounced } from '@/lib/useDebounced';
import { useDictionary } from '@/session/dictionaryStore';
import type { Column } from './model/entryTypes';

/** Properties of a column that decide the options of its cells. */
type SuggestingColumn = Pick<Column, 'name' | 'field' | 'offeredBy'>;

export interface Suggestion {
  readonly key: string;
  readonly label: string;
  readonly option?: Option;
}

const flagSuggestions: readonly Suggestion[] = [
  { key: 'true', label: '是' },
  { key: 'false', label: '否' },
];
const noSuggestions: readonly Suggestion[] = [];

const suggestionsContaining = (suggestions: readonly Suggestion[], typedText: string): readonly Suggestion[] => {
  const searchText = typedText.trim().toLowerCase();
  return searchText === '' ? suggestions : suggestions.filter(({ label }) => label.toLowerCase().includes(searchText));
};

/**
 * Returns the options for a cell that match part of a label. References also match by pinyin initials, on the server. A
 * text field with suggestions (`Entity.offers`) lists them and accepts any other text.
 * @param typedText text typed so far
 * @param open whether the list is open; closed it asks for nothing
 */
export function useSuggestions(
  { name, field, offeredBy }: SuggestingColumn,
  typedText: string,
  open: boolean,
): { list: readonly Suggestion[]; loading: boolean } {
  const dictEntries = useDictionary(open && field?.kind === 'dict' ? field.dict : '');
  const to = field?.kind === 'ref' ? field.to : '';
  const keyword = useDebounced(typedText.trim(), 120);
  const optionsQuery = useQuery({
    queryKey: ['options', to, 'keyword', keyword],
    queryFn: ({ signal }) => fetchOptions(to, { keyword }, signal),
    enabled: open && to !== '',
    staleTime: 30_000,
    retry: false,
  });
  const texts = useQuery({
    queryKey: ['list', `api/${offeredBy}`, 'texts', name],
    queryFn: ({ signal }) => fetchTexts(offeredBy ?? '', name ?? '', signal),
    enabled: open && offeredBy !== null,
    retry: false,
  });
  if (!open || !field) return { list: noSuggestions, loading: false };
  if (field.kind === 'flag') return { list: suggestionsContaining(flagSuggestions, typedText), loading: false };
  if (field.kind === 'dict')
    return {
      list: suggestionsContaining(
        dictEntries.filter(({ isDisabled }) => !isDisabled).map(({ value, label }) => ({ key: value, label })),
        typedText,
      ),
      loading: false,
    };
  if (offeredBy !== null)
    return {
      list: suggestionsContaining(
        (texts.data ?? []).map((label) => ({ key: label, label })),
        typedText,
      ),
      loading: false,
    };
  if (field.kind !== 'ref') return { list: noSuggestions, loading: false };
  const isCurrent = keyword === typedText.trim();
  return {
    list: isCurrent
      ? (optionsQuery.data ?? []).map((option) => ({ key: String(option.id), label: option.name, option }))
      : noSuggestions,
    loading: optionsQuery.isFetching || !isCurrent,
  };
}

/** Checks whether cells of a column offer a list of options. */
export const hasSuggestions = ({ field, offeredBy }: SuggestingColumn): boolean =>
  field?.kind === 'dict' || field?.kind === 'ref' || field?.kind === 'flag' || offeredBy !== null;
