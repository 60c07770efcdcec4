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
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { permissionOf } from '@contract/permissions';
import styles from './laboratory.module.css';

const tests = [permissionOf(labSheet, 'add')];

const ProjectCell = ({ row }: { readonly row: AnyRow }) => (
  <span title={String(row.unitName ?? '')}>
    <span className="mono">{String(row.projectName ?? '')}</span>　{String(row.unitName ?? '')}
  </span>
);

const exportResults = defineAction({
  key: 'exportResults',
  label: labSheetTexts.exportResults,
  at: 'selection',
  permission: [permissionOf(labSheetRow, 'export')],
  run: ({ ids }) =>
    download(`${labSheetRow.path}/export`, { sheet: ids }, downloadName(labSheetRow.label, 'xlsx'), { list: true }),
});

const listOf = (analyst: number | null) =>
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
      'analyst',
      'receivedOn',
      'testDate',
      'testUntil',
      'variant',
      'instrument',
      'createTime',
    ],
    filters: ['sheetNo', 'state', 'hazardName', 'project', 'method', 'analyst', 'testDate', 'variant'],
    cells: { project: ProjectCell },
    can: ['del', 'export'],
    actions: [exportResults],
    ...(analyst === null ? {} : { fixedQuery: { analyst } }),
  });

/** Lists records of the laboratory. A row opens its page. */
export function AnalystRecords() {
  const navigate = useNavigate();
  const me = useSession((session) => session.user?.id ?? 0);
  const analyst = useCan(tests);
  const [whose, setWhose] = useState<'mine' | 'all'>(analyst ? 'mine' : 'all');
  const page = useMemo(() => listOf(whose === 'mine' ? me : null), [whose, me]);
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
          value={whose}
          options={[
            { value: 'mine', label: '我的记录' },
            { value: 'all', label: '全部' },
          ]}
          onChange={setWhose}
        />
      </header>
      <div className={styles.rest}>
        <ListEditor key={whose} page={page} embedded onOpen={open} />
      </div>
    </div>
  );
}
