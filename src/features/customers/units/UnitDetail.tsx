import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { UnitYearsTable } from '@/features/customers/enterprise/UnitYearsTable';
import { definePage, ListEditor, RowFields } from '@/listEditor';
import { useCan } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { contactTexts } from '@contract/features/customers/contactTexts';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { unitContact } from '@contract/features/customers/entities/unitContact';
import { historyReport } from '@contract/features/reports/entities/historyReport';
import { permissionOf } from '@contract/permissions';
import styles from '../enterprise/enterprise.module.css';

const listPermissions = [permissionOf(unitContact, 'list')];
const yearsPermissions = [permissionOf({ name: 'enterpriseProject' }, 'list'), permissionOf(historyReport, 'list')];

const contactsOf = (unitId: number) =>
  definePage({
    entity: unitContact,
    url: 'api/unitContact',
    title: contactTexts.title,
    columns: ['contactName', 'isMain', 'post', 'mobile', 'landline', 'email', 'remark'],
    form: ['contactName', 'post', 'mobile', 'landline', 'email', 'isMain', 'remark'],
    fixedQuery: { unit: unitId },
    sort: 'id,asc',
    abilities: ['add', 'edit', 'del', 'restore'],
  });

/** A unit's people, its data, and its results by year with the imported reports. */
export function UnitDetail({ row }: { readonly row: AnyRow }) {
  const page = useMemo(() => contactsOf(row.id), [row.id]);
  const maySee = useCan(listPermissions);
  const maySeeYears = useCan(yearsPermissions);
  const queryClient = useQueryClient();
  const lastRows = useRef<string | null>(null);
  // The unit's own columns follow its people.
  const onRows = useCallback(
    (rows: readonly AnyRow[]) => {
      const now = JSON.stringify(rows.map(({ id, version }) => [id, version]));
      if (lastRows.current !== null && lastRows.current !== now)
        void queryClient.invalidateQueries({ queryKey: ['list', inspectUnit.path] });
      lastRows.current = now;
    },
    [queryClient],
  );
  return (
    <>
      {maySee && (
        <>
          <h3>{contactTexts.title}</h3>
          <ListEditor key={row.id} page={page} onRows={onRows} embedded compact />
        </>
      )}
      <RowFields entity={inspectUnit} row={row} />
      {maySeeYears && (
        <section aria-label="历年结果" className={styles.unitYears}>
          <h3>历年结果</h3>
          <UnitYearsTable unit={row.id} />
        </section>
      )}
    </>
  );
}
