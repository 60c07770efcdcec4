import { useCallback, useMemo, useState } from 'react';
import type { Mapping, SheetLook } from '@contract/workbook/mapping/mapping';
import { missingOf } from '@contract/workbook/mapping/targets';

/** Returns a record without one key, or with another value for it. */
function withKey<V>(record: Readonly<Record<string, V>>, key: string, value: V | null): Record<string, V> {
  const { [key]: _old, ...rest } = record;
  return value === null ? rest : { ...rest, [key]: value };
}

/** State of the mapping: the server's findings in a sheet, and the person's choices. */
export function useMapping() {
  const [look, setLook] = useState<SheetLook | null>(null);
  const [mapping, setMapping] = useState<Mapping | null>(null);

  const show = useCallback((found: SheetLook | null) => {
    setLook(found);
    // What the list lacks is asked for at once.
    const asked = Object.fromEntries((found?.missing ?? []).map((header) => [header, '']));
    setMapping(found && { ...found.mapping, fixed: { ...asked, ...found.mapping.fixed } });
  }, []);

  const setColumn = useCallback((header: string, at: number | null, text: string | null) => {
    setMapping(
      (before) =>
        before && {
          ...before,
          columns: withKey(before.columns, header, at),
          fixed: withKey(before.fixed, header, text),
        },
    );
  }, []);

  const setRepeated = useCallback((header: string, on: boolean) => {
    setMapping(
      (before) =>
        before && {
          ...before,
          repeated: on ? [...before.repeated, header] : before.repeated.filter((one) => one !== header),
        },
    );
  }, []);

  const setRestToRemark = useCallback((on: boolean) => {
    setMapping((before) => before && { ...before, restToRemark: on });
  }, []);

  const missing = useMemo(() => (look && mapping ? missingOf(look.targets, mapping) : []), [look, mapping]);
  return { look, mapping, missing, show, setColumn, setRepeated, setRestToRemark };
}

/** Returns the stored part of a mapping: its columns by their names in the list. */
export const headOf = (look: SheetLook, mapping: Mapping) => ({
  columns: Object.fromEntries(
    Object.entries(mapping.columns).flatMap(([header, at]) => {
      const source = look.sources.find((one) => one.at === at);
      return source ? [[header, source.name]] : [];
    }),
  ),
  fixed: mapping.fixed,
  repeated: mapping.repeated,
  restToRemark: mapping.restToRemark,
});
