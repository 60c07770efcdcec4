import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { missingCell, SubmissionCell } from '@/features/platforms/platformCells';
import { projectAddress } from '@/features/projects/projectQuery';
import { ListEditor, type ListPage } from '@/listEditor';
import { useReloadOnReturn } from '@/session/useReloadOnReturn';
import type { AnyRow } from '@contract/entity';
import { submissionProject } from '@contract/features/platforms/pushProject';

const listPage: ListPage = {
  entity: submissionProject,
  title: '职业卫生报送',
  columns: [
    'code',
    'belongInspect',
    'missing',
    'submissionState',
    'reportNos',
    'issuedOn',
    'reportBy',
    'submittedOn',
    'receiptNo',
    'type',
    'stage',
  ],
  widths: {
    missing: 100,
    submissionState: 110,
    reportNos: 150,
    issuedOn: 110,
    reportBy: 120,
    submittedOn: 110,
    receiptNo: 140,
  },
  filters: ['code', 'belongInspect', 'reportNos', 'type', 'createYear'],
  abilities: [],
  fixedQuery: { stage: ['issuing', 'archived', 'published'] },
  cells: { missing: missingCell(submissionProject), submissionState: SubmissionCell },
};

const listKey = ['list', submissionProject.path] as const;

/** 职业卫生报送: issued reports, the data that each lacks for its submission, and which are submitted. */
export default function OccupationalHealthReportPage() {
  useReloadOnReturn(listKey);
  const navigate = useNavigate();
  const open = useCallback(
    (row: AnyRow) => void navigate(projectAddress('/dataGovernance/occupationalHealthReport/index/page', row)),
    [navigate],
  );
  const page = useMemo(
    (): ListPage => ({
      ...listPage,
      actions: [{ key: 'open', label: '报送资料', place: 'row', run: ({ rows: [row] }) => row && open(row) }],
    }),
    [open],
  );
  return <ListEditor page={page} onOpen={open} />;
}
