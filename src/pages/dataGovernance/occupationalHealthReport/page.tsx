import type { AnyRow } from '@contract/entity';
import { submissionProject } from '@contract/platform/pushProject';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { ListEditor, type ListPage } from '@/listEditor';
import { missingCell, SubmissionCell } from '@/projects/platforms/cells';
import { projectAddress } from '@/projects/projectQuery';
import { useAskedAgain } from '@/session/useAskedAgain';

const list: ListPage = {
  entity: submissionProject,
  title: '职业卫生报送',
  columns: ['code', 'belongInspect', 'missing', 'submissionState', 'reportNos', 'issuedOn', 'submittedOn', 'receiptNo', 'type', 'stage'],
  filters: ['code', 'belongInspect', 'reportNos', 'type', 'createYear'],
  can: [],
  fixedQuery: { stage: ['issuing', 'archived', 'published'] },
  cells: { missing: missingCell(submissionProject), submissionState: SubmissionCell },
};

const listKey = ['list', submissionProject.path] as const;

/** 职业卫生报送: the issued reports, what each lacks for its submission, and which were submitted. */
export default function OccupationalHealthReportPage() {
  useAskedAgain(listKey);
  const navigate = useNavigate();
  const open = useCallback((row: AnyRow) => void navigate(projectAddress('/dataGovernance/occupationalHealthReport/index/page', row)), [navigate]);
  return <ListEditor page={list} onOpen={open} />;
}
