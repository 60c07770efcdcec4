import type { AnyRow } from '@contract/entity';
import { submissionProject } from '@contract/platform/pushProject';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { ListEditor, type ListPage } from '@/listEditor';
import { missingCell, SubmissionCell } from '@/projects/platforms/cells';
import { projectAddress } from '@/projects/projectQuery';

const list: ListPage = {
  entity: submissionProject,
  title: '职业卫生报送',
  columns: ['code', 'belongInspect', 'reportNos', 'issuedOn', 'missing', 'submissionState', 'submittedOn', 'receiptNo', 'type', 'stage'],
  filters: ['code', 'belongInspect', 'reportNos', 'type', 'createYear'],
  can: [],
  fixedQuery: { stage: ['issuing', 'archived', 'published'] },
  cells: { missing: missingCell(submissionProject), submissionState: SubmissionCell },
};

/** 职业卫生报送: the issued reports, what each lacks for its submission, and which were submitted. */
export default function OccupationalHealthReportPage() {
  const navigate = useNavigate();
  const open = useCallback((row: AnyRow) => void navigate(projectAddress('/dataGovernance/occupationalHealthReport/index/page', row)), [navigate]);
  return <ListEditor page={list} onOpen={open} />;
}
