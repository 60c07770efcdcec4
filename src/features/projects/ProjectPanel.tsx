import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Tabs } from 'antd';
import type { ComponentType } from 'react';
import { useNavigate } from 'react-router-dom';
import { crud } from '@/api/crudClient';
import { PageDrawer } from '@/session/overlays';
import { useCan } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { matterTexts } from '@contract/features/customers/enterprise/clientMatters';
import { clientMatter } from '@contract/features/customers/entities/clientMatter';
import { broughtPaper } from '@contract/features/projects/entities/broughtPaper';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { takeOverDue, takeOverMove, takeOverStages, takeOverTexts } from '@contract/features/projects/projectTakeOver';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { permissionOf } from '@contract/permissions';
import { OrganizationMatters } from './clients/OrganizationMatters';
import { type ContractReviewProps, useWritesReview } from './ContractReview';
import { CurrentHolders } from './CurrentHolders';
import { MoveButtons } from './moves/MoveButtons';
import { StepTimeline } from './moves/StepTimeline';
import { useNextPages } from './nextPages/useNextPages';
import { fetchHolders, fetchTimeline } from './projectCalls';
import { ProjectFacts } from './ProjectFacts';
import { projectAddress } from './projectQuery';
import { TakeOverTables } from './TakeOverTables';

const broughtPaperPermissions = [permissionOf(broughtPaper, 'list')];
const matterPermissions = [permissionOf(clientMatter, 'list')];
const offeredMoves = [
  ...takeOverStages.map(takeOverMove),
  'submitContract',
  'passContract',
  'passIncoming',
  'returnContract',
  'terminate',
] as const;

const passMoves = new Set<string>(['passContract', 'passIncoming']);

interface ProjectPanelProps {
  readonly row: AnyRow | null;
  readonly onClose: () => void;
  /** Contract review, with data of other subjects beside it. */
  readonly Review: ComponentType<Omit<ContractReviewProps, 'note' | 'scope'>>;
}

/** Loads the project of a row with its timeline and the people who have to act. */
function useProjectQueries(row: ProjectPanelProps['row']) {
  const id = row?.id ?? 0;
  const key = ['list', projectEntity.path, 'one', id] as const;
  const enabled = row !== null && !row.deleteTime;
  const { data: current = row } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => crud(projectEntity).get(id, signal),
    enabled,
    retry: false,
  });
  const timeline = useQuery({
    queryKey: [...key, 'timeline'],
    queryFn: ({ signal }) => fetchTimeline(projectEntity, id, signal),
    enabled,
    retry: false,
  });
  const holders = useQuery({
    queryKey: [...key, 'holders'],
    queryFn: ({ signal }) => fetchHolders(id, signal),
    enabled,
    retry: false,
  });
  return { current, timeline, holders };
}

/** Returns the tab that opens first: the questions of a contract to review, the papers of a job to take over. */
const firstTabOf = (stage: unknown, takenOverAt: unknown, mayBrought: boolean): string => {
  if (stage === 'contractReview') return 'review';
  return takeOverDue(String(stage), takenOverAt) && mayBrought ? 'takeOver' : 'facts';
};

/** Panel for decisions about a project: contract review, termination, history. */
export function ProjectPanel({ row, onClose, Review }: ProjectPanelProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const nextStepsOf = useNextPages();
  const id = row?.id ?? 0;
  const { current, timeline, holders } = useProjectQueries(row);
  const mayMatters = useCan(matterPermissions);
  const mayBrought = useCan(broughtPaperPermissions);
  const path = current && !current.deleteTime ? nextStepsOf(current)[0]?.path : undefined;
  const reviews = useWritesReview()(current?.stage);
  // A person who answers the questions passes the contract with the answers. A deputy is asked on whose behalf.
  const passMove = reviews
    ? timeline.data?.moves.find(({ key: move, onBehalf }) => passMoves.has(move) && !onBehalf?.length)
    : undefined;
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['list', projectEntity.path] });
  return (
    <PageDrawer
      open={row !== null}
      size={720}
      title={current ? `${String(current.code)}　${String(current.belongInspectName ?? '')}` : ''}
      onClose={onClose}
      extra={
        current && (
          <Flex wrap gap={8}>
            {path && (
              <Button onClick={() => void navigate(projectAddress(path, current as AnyRow))}>打开当前阶段</Button>
            )}
            <MoveButtons
              entity={projectEntity}
              row={current}
              timeline={timeline.data}
              onlyMoves={passMove ? offeredMoves.filter((move) => move !== passMove.key) : offeredMoves}
              notes={{ passContract: '通过后进入现场调查', passIncoming: '通过后由样品管理员收样' }}
              onMoved={refresh}
            />
          </Flex>
        )
      }
    >
      {current && !current.deleteTime && <CurrentHolders project={current} holders={holders.data} />}
      {current && (
        <Tabs
          key={id}
          defaultActiveKey={firstTabOf(current.stage, current.takenOverAt, mayBrought)}
          items={[
            { key: 'facts', label: '概况', children: <ProjectFacts row={current as AnyRow} /> },
            ...(current.takenOverAt && mayBrought
              ? [
                  {
                    key: 'takeOver',
                    label: takeOverTexts.title,
                    children: <TakeOverTables project={current as AnyRow} />,
                  },
                ]
              : []),
            {
              key: 'review',
              label: '合同评审',
              children: <Review project={current as AnyRow} passMove={passMove} onPassed={refresh} />,
            },
            ...(mayMatters
              ? [{ key: 'client', label: matterTexts.title, children: <OrganizationMatters project={id} /> }]
              : []),
            {
              key: 'way',
              label: '办理记录',
              children: <StepTimeline timeline={timeline.data} failed={timeline.isError} />,
            },
          ]}
        />
      )}
      {current?.deleteTime && projectTexts.notFound}
    </PageDrawer>
  );
}
