import { useCallback, useMemo, useState } from 'react';
import type { ColumnMapping, SheetView } from '@contract/workbook/mapping/columnMapping';
import { missingOf } from '@contract/workbook/mapping/mappingTargets';

/** Returns a record without one key, or with another value for it. */
function withKey<V>(record: Readonly<Record<string, V>>, key: string, value: V | null): Record<string, V> {
  const { [key]: _old, ...rest } = record;
  return value === null ? rest : { ...rest, [key]: value };
}

/** State of the mapping: the server's findings in a sheet, and the person's choices. */
export function useMapping() {
  const [look, setLook] = useState<SheetView | null>(null);
  const [mapping, setMapping] = useState<ColumnMapping | null>(null);

  const show = useCallback((nextLook: SheetView | null) => {
    setLook(nextLook);
    // Shows an input for each required column that the list lacks.
    const emptySources = Object.fromEntries((nextLook?.missing ?? []).map((header) => [header, '']));
    setMapping(nextLook && { ...nextLook.mapping, fixed: { ...emptySources, ...nextLook.mapping.fixed } });
  }, []);

  const setColumn = useCallback((header: string, at: number | null, text: string | null) => {
    setMapping(
      (previousColumnMapping) =>
        previousColumnMapping && {
          ...previousColumnMapping,
          columns: withKey(previousColumnMapping.columns, header, at),
          fixed: withKey(previousColumnMapping.fixed, header, text),
        },
    );
  }, []);

  const setRepeated = useCallback((header: string, isRepeated: boolean) => {
    setMapping(
      (previousColumnMapping) =>
        previousColumnMapping && {
          ...previousColumnMapping,
          repeated: isRepeated
            ? [...previousColumnMapping.repeated, header]
            : previousColumnMapping.repeated.filter((other) => other !== header),
        },
    );
  }, []);

  const setRestToRemark = useCallback((enabled: boolean) => {
    setMapping((previousColumnMapping) => previousColumnMapping && { ...previousColumnMapping, restToRemark: enabled });
  }, []);

  const missingHeaders = useMemo(() => (look && mapping ? missingOf(look.targets, mapping) : []), [look, mapping]);
  return { look, mapping, missing: missingHeaders, show, setColumn, setRepeated, setRestToRemark };
}

/** Returns the stored part of a mapping: its columns by their names in the list. */
export const headOf = (look: SheetView, mapping: ColumnMapping) => ({
  columns: Object.fromEntries(
    Object.entries(mapping.columns).flatMap(([header, index]) => {
      const source = look.sources.find((candidate) => candidate.at === index);
      return source ? [[header, source.name]] : [];
    }),
  ),
  fixed: mapping.fixed,
  repeated: mapping.repeated,
  restToRemark: mapping.restToRemark,
});
