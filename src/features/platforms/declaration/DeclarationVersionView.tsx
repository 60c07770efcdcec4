import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Tabs } from 'antd';
import { useMemo } from 'react';
import { failureOf } from '@/api/callFailures';
import { HeadForm } from '@/features/projects/HeadForm';
import { DataGrid, entryColumns, useDataGrid } from '@/grid/DataGrid';
import { FittedPaper } from '@/lib/print/FittedPaper';
import type { AnyRow } from '@contract/entity';
import type { DeclarationVersion } from '@contract/features/platforms/declaration/declarationWire';
import { declaration } from '@contract/features/platforms/entities/declaration';
import { declarationRow } from '@contract/features/platforms/entities/declarationRow';
import { layOut } from '@contract/print/pageLayout';
import { declarationKey, fetchDeclarationPaper } from './declarationCalls';
import { DeclarationComparison } from './DeclarationComparison';
import styles from './declarations.module.css';

const declarationFields = [
  'unitName',
  'creditCode',
  'registeredAddress',
  'workAddress',
  'scale',
  'industry',
  'economicType',
  'legalPerson',
  'phone',
  'hasOffice',
  'fullTimeStaff',
  'partTimeStaff',
  'workerCount',
  'diseaseCount',
  'dustCount',
  'silicaCount',
  'coalCount',
  'asbestosCount',
  'chemicalCount',
  'benzeneCount',
  'leadCount',
  'physicalCount',
  'noiseCount',
  'radiationCount',
  'biologicalCount',
  'otherCount',
  'exposedCount',
  'product',
  'lastTested',
  'testedThisYear',
  'testAgency',
  'testReportNo',
  'dustPoints',
  'dustOver',
  'chemicalPoints',
  'chemicalOver',
  'physicalPoints',
  'physicalOver',
  'radiationPoints',
  'radiationOver',
  'biologicalPoints',
  'biologicalOver',
  'changeReason',
  'materials',
  'remark',
] as const;
const columns = entryColumns(declarationRow, [
  { field: 'workplace', width: 180, pinned: true },
  { field: 'hazardName', width: 200 },
  { field: 'category', width: 120 },
  { field: 'exposed', width: 160 },
  { field: 'exposedOnce', width: 170 },
]);
const readOnly = { add: false, edit: false, remove: false } as const;

function HazardRowsGrid({
  id,
  locked,
  onSaved,
}: {
  readonly id: number;
  readonly locked: boolean;
  readonly onSaved: () => void;
}) {
  const fixedValues = useMemo(() => ({ declaration: id }), [id]);
  const grid = useDataGrid({
    entity: declarationRow,
    columns,
    fixedValues,
    order: 'rowSort',
    onSaved,
    ...(locked ? { can: readOnly } : {}),
  });
  return (
    <div className={styles.sheet}>
      <DataGrid grid={grid} label="危害因素分布" />
    </div>
  );
}

function DeclarationPaper({ version }: { readonly version: DeclarationVersion }) {
  const { data, error } = useQuery({
    queryKey: [...declarationKey, 'paper', version.id, version.version, version.rows],
    queryFn: ({ signal }) => fetchDeclarationPaper(version.id, signal),
    retry: false,
  });
  const laidOutPaper = useMemo(() => (data ? layOut(data) : null), [data]);
  if (error) return <Alert type="error" showIcon title={failureOf(error).pageText} />;
  return laidOutPaper ? <FittedPaper laidOutPaper={laidOutPaper} /> : <Skeleton active />;
}

interface VersionProps {
  readonly version: DeclarationVersion;
  readonly versions: readonly DeclarationVersion[];
  readonly mayEdit: boolean;
  readonly onSaved: () => void;
}

/** One version: form, lines, paper, and changes. */
export function DeclarationVersionView({ version, versions, mayEdit, onSaved }: VersionProps) {
  const isLocked = version.state !== 'drafting' || !mayEdit;
  const shownFields = declarationFields.filter((name) => name !== 'changeReason' || version.declareKind === 'change');
  return (
    <Tabs
      className={styles.tabs ?? ''}
      items={[
        {
          key: 'form',
          label: '申报内容',
          children: (
            <HeadForm
              key={version.id}
              entity={declaration}
              row={version as unknown as AnyRow}
              fields={shownFields}
              locked={isLocked}
              onSaved={onSaved}
            />
          ),
        },
        {
          key: 'rows',
          label: `危害因素分布（${version.rows.length}）`,
          children: <HazardRowsGrid key={version.id} id={version.id} locked={isLocked} onSaved={onSaved} />,
        },
        { key: 'compare', label: '版本比较', children: <DeclarationComparison versions={versions} shown={version} /> },
        { key: 'paper', label: '打印预览', children: <DeclarationPaper version={version} /> },
      ]}
    />
  );
}
