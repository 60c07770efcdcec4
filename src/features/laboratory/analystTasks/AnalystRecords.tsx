import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { download, downloadName } from '@/api/download';
import { feedback } from '@/lib/feedback';
import { defineAction, definePage, ListEditor } from '@/listEditor';
import { useSession } from '@/session/sessionStore';
import { useCan } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import { recordAddress } from '@contract/features/laboratory/methods/recordAddress';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { sheetGroupTexts } from '@contract/features/laboratory/sheets/sheetGroup';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { permissionOf } from '@contract/permissions';
import { joinSheets, separateSheets } from '../laboratoryCalls';
import styles from './laboratory.module.css';

const testPermissions = [permissionOf(labSheet, 'add')];

const ProjectCell = ({ row }: { readonly row: AnyRow }) => (
  <span title={String(row.unitName ?? '')}>
    <span className="mono">{String(row.projectName ?? '')}</span>　{String(row.unitName ?? '')}
  </span>
);

const exportResults = defineAction({
  key: 'exportResults',
  label: labSheetTexts.exportResults,
  place: 'selection',
  permission: [permissionOf(labSheetRow, 'export')],
  run: ({ ids }) =>
    download(`${labSheetRow.path}/export`, { sheet: ids }, downloadName(labSheetRow.label, 'xlsx'), { list: true }),
});

const selected = (rows: readonly AnyRow[]) => rows.map(({ id, version }) => ({ id, version }));
const areDrafts = (rows: readonly AnyRow[]): boolean => rows.every(({ state }) => state === recordMachine.initial);

const joinRecords = defineAction({
  key: 'together',
  label: sheetGroupTexts.make,
  place: 'selection',
  permission: [permissionOf(labSheet, 'edit')],
  enabled: (rows) => rows.length > 1 && areDrafts(rows) && new Set(rows.map(({ project }) => project)).size === 1,
  async run({ rows, editor }) {
    feedback.notify('success', await joinSheets(selected(rows)));
    editor.clearSelection();
    await editor.refresh();
  },
});

const separateRecords = defineAction({
  key: 'apart',
  label: sheetGroupTexts.leave,
  place: 'selection',
  permission: [permissionOf(labSheet, 'edit')],
  enabled: (rows) => rows.length > 0 && areDrafts(rows) && rows.every(({ groupNo }) => Boolean(groupNo)),
  async run({ rows, editor }) {
    feedback.notify('success', await separateSheets(selected(rows)));
    editor.clearSelection();
    await editor.refresh();
  },
});

const listOf = (isAnalyst: number | null) =>
  definePage({
    entity: labSheet,
    url: 'api/labSheet',
    columns: [
      'sheetNo',
      'project',
      'hazardName',
      'method',
      'methodKind',
      'state',
      'complete',
      'sampleCount',
      'groupNo',
      'analyst',
      'receivedOn',
      'testDate',
      'testUntil',
      'variant',
      'instrument',
      'createTime',
    ],
    filters: ['sheetNo', 'state', 'hazardName', 'project', 'method', 'analyst', 'testDate', 'variant', 'groupNo'],
    cells: { project: ProjectCell },
    abilities: ['del', 'export'],
    actions: [exportResults, joinRecords, separateRecords],
    ...(isAnalyst === null ? {} : { fixedQuery: { analyst: isAnalyst } }),
  });

/** Lists records of the laboratory. A row opens its page. */
export function AnalystRecords() {
  const navigate = useNavigate();
  const ownUserId = useSession((session) => session.user?.id ?? 0);
  const analyst = useCan(testPermissions);
  const [listedRecords, setListedRecords] = useState<'mine' | 'all'>(analyst ? 'mine' : 'all');
  const page = useMemo(() => listOf(listedRecords === 'mine' ? ownUserId : null), [listedRecords, ownUserId]);
  const open = (row: AnyRow) => {
    const address = recordAddress({
      id: row.id,
      project: row.project,
      methodKind: row.methodKind,
      variant: row.variant,
    });
    if (address) void navigate(address);
    else feedback.notify('warning', '该检测方法没有记录页面');
  };
  return (
    <div className={styles.records}>
      <header className={styles.top}>
        <span />
        <Segmented<'mine' | 'all'>
          aria-label="范围"
          value={listedRecords}
          options={[
            { value: 'mine', label: '我的记录' },
            { value: 'all', label: '全部' },
          ]}
          onChange={setListedRecords}
        />
      </header>
      <div className={styles.rest}>
        <ListEditor key={listedRecords} page={page} embedded onOpen={open} />
      </div>
    </div>
  );
}
