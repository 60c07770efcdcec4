import { useCallback, useMemo, useRef } from 'react';
import { DataGrid, type EntryColumn, useDataGrid } from '@/grid/DataGrid';
import type { AnyRow } from '@contract/entity';
import {
  columnsOf,
  entityOf,
  type FormTable,
  type FormTables as Tables,
  rowsOf,
  type TableRow,
} from '@contract/features/conformity/forms/formTable';
import type { FormValues, ServiceForm } from '@contract/features/conformity/forms/serviceForm';
import type { SavedTogether } from '@contract/workbook/saveMany';
import { fetchForm, mergedRows, saveTables } from './formCalls';
import styles from './forms.module.css';

const readOnly = { add: false, edit: false, remove: false } as const;

/** Returns a row in the form of the grid. The rows of a sheet have no versions of their own, so each gets version 1. */
const gridRow = (row: TableRow): AnyRow => ({ ...row, version: 1 }) as unknown as AnyRow;

interface TableGridProps {
  readonly row: AnyRow;
  readonly title: string;
  readonly table: FormTable;
  readonly locked: boolean;
  readonly refresh: () => void;
}

/** One table of a sheet as an entry grid: typed, or pasted from a spreadsheet, and saved together. */
function TableGrid({ row: { id: form, values }, title, table, locked, refresh }: TableGridProps) {
  const entity = entityOf(table, title);
  const service = (values as FormValues | null)?.['service'] ?? '';
  const columns = useMemo(
    () => [
      ...columnsOf(table, { service }).map(([field]): EntryColumn => ({ field })),
      ...(table.computed ?? []).map(({ key, label, of }): EntryColumn => ({
        key,
        title: label,
        computed: (row) => of({ ...row, id: 0, rowSort: null }),
      })),
    ],
    [table, service],
  );
  const fixedValues = useMemo(() => ({ form, table: table.key }), [form, table]);
  const knownRows = useRef<readonly TableRow[]>([]);
  const load = useCallback(
    async (signal: AbortSignal) => {
      const storedForm = await fetchForm(form, signal);
      knownRows.current = rowsOf((storedForm['tables'] ?? {}) as Tables, table);
      return knownRows.current.map(gridRow);
    },
    [form, table],
  );
  const save = useCallback(
    async (request: SavedTogether, key: string) => {
      const { rows, sent } = mergedRows(knownRows.current, request);
      await saveTables(form, table, knownRows.current, rows, key);
      knownRows.current = rows;
      return sent.map(gridRow);
    },
    [form, table],
  );
  const grid = useDataGrid({
    entity,
    columns,
    fixedValues,
    order: 'rowSort',
    load,
    save,
    onSaved: refresh,
    ...(locked ? { can: readOnly } : {}),
  });
  return (
    <section className={styles.table} aria-label={title}>
      <h3>{title}</h3>
      <div className={styles.grid}>
        <DataGrid grid={grid} label={title} />
      </div>
    </section>
  );
}

interface FormTablesProps extends Omit<TableGridProps, 'title' | 'table'> {
  readonly form: ServiceForm;
}

/** The tables of a sheet, one entry grid each. */
export function FormTables({ form, ...rest }: FormTablesProps) {
  return form.parts.map(({ title, table }) =>
    table ? <TableGrid key={table.key} title={title} table={table} {...rest} /> : null,
  );
}
