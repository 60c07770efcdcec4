import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { MoveDialog, type OfferedMove } from '@/features/projects/moves/MoveDialog';
import { fetchPapers, papersKey } from '@/features/projects/papers/paperCalls';
import type { ProjectRow } from '@/features/projects/useProject';
import { useCan } from '@/session/useCan';
import type { OwnSteps } from '@contract/features/home/dashboardWire';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { approval as approvalEntity } from '@contract/features/reports/entities/approval';
import { reportTexts } from '@contract/features/reports/reportTexts';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { submitApproval } from '../reportCalls';

const permission = [permissionOfMove(approvalMachine, { key: 'submit' })];
const submit: OfferedMove = { key: 'submit', label: '提交记录审批', needsReason: false, signs: true };

interface SubmitRecordsProps {
  readonly project: ProjectRow;
  /** The person's possible next actions in the project; undefined while they are being loaded. */
  readonly steps: OwnSteps | undefined;
  readonly onSubmitted: () => void;
}

/**
 * Button that submits the project's records for approval. It is the primary button once all records are signed;
 * before that it is absent.
 */
export function SubmitRecords({ project, steps, onSubmitted }: SubmitRecordsProps) {
  const maySubmit = useCan(permission);
  const papers = useQuery({
    queryKey: papersKey(project.id),
    queryFn: ({ signal }) => fetchPapers(project.id, signal),
    enabled: maySubmit && project.stage === 'testing',
    retry: false,
  });
  const [move, setMove] = useState<OfferedMove | null>(null);
  if (!maySubmit || project.stage !== 'testing') return null;
  const isDue = steps?.todos.some(({ at }) => at === 'records') ?? false;
  return (
    <>
      <Button
        type={isDue ? 'primary' : 'default'}
        disabled={steps !== undefined && !isDue}
        title={isDue ? '' : reportTexts.recordsLeft}
        onClick={() => setMove(submit)}
      >
        {submit.label}
      </Button>
      <MoveDialog
        entity={approvalEntity}
        row={project}
        move={move}
        waiting={papers.isPending}
        sendMove={({ password }, key) => {
          const asSeen = papers.data?.asSeen ?? {};
          const request = { project: project.id, kind: 'records', version: project.version, asSeen } as const;
          return submitApproval(request, password ?? '', key);
        }}
        onClose={() => setMove(null)}
        onMoved={onSubmitted}
      />
    </>
  );
}
