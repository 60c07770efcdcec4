import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { failureOf } from '@/api/callFailures';
import { MoveButtons } from '@/features/projects/moves/MoveButtons';
import { ReturnNotice } from '@/features/projects/moves/ReturnNotice';
import { StepTimeline } from '@/features/projects/moves/StepTimeline';
import { fetchTimeline } from '@/features/projects/projectCalls';
import { DictCell } from '@/fields';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import type { AnyRow } from '@contract/entity';
import { push as pushEntity } from '@contract/features/platforms/entities/push';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import type { PushAttempt } from '@contract/features/platforms/pushWire';
import { fetchAttempts, fetchPush, pushKey } from './pushCalls';
import styles from './platforms.module.css';

/** Interval in ms for reloading a push in progress, which changes without the person. */
const pollIntervalMs = 3000;

const jsonText = (value: unknown): string => JSON.stringify(value, null, 2);
/** Returns the text of the request as it was sent; XML without changes. */
const requestText = (request: PushAttempt['request']): string =>
  typeof request['xml'] === 'string' ? request['xml'].replaceAll('><', '>\n<') : jsonText(request);

function prettyAnswer(answer: string): string {
  try {
    return jsonText(JSON.parse(answer));
  } catch {
    return answer;
  }
}

function PushAttemptItem({ attempt }: { readonly attempt: PushAttempt }) {
  const { operation, startedAt, took, address, request, outcome, answerCode, answer, message } = attempt;
  return (
    <li>
      <header>
        <span>
          <DictCell dict="pushOperation" value={operation} />
        </span>
        <span>{startedAt}</span>
        {outcome ? <DictCell dict="pushOutcome" value={outcome} /> : <span className={styles.quiet}>进行中</span>}
        {answerCode !== null && <span>返回状态码 {answerCode}</span>}
        {took !== null && <span className={styles.quiet}>{took} ms</span>}
      </header>
      {message && <span>{message}</span>}
      <span className={styles.quiet}>{address}</span>
      <details>
        <summary>请求内容</summary>
        <pre className={styles.json}>{requestText(request)}</pre>
      </details>
      {answer && (
        <details>
          <summary>平台答复</summary>
          <pre className={styles.json}>{prettyAnswer(answer)}</pre>
        </details>
      )}
    </li>
  );
}

/** Queries a push, its requests and its timeline; repeats the query while the push is in progress. */
function usePush(id: number) {
  const key = [...pushKey, 'one', id] as const;
  const row = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchPush(id, signal),
    retry: false,
    refetchInterval: ({ state }) =>
      ['waiting', 'pushing'].includes(String(state.data?.['state'])) ? pollIntervalMs : false,
  });
  const version = row.data?.version;
  const attempts = useQuery({
    queryKey: [...key, 'attempts', version],
    queryFn: ({ signal }) => fetchAttempts(id, signal),
    retry: false,
    enabled: version !== undefined,
    placeholderData: (previousPushAttempts) => previousPushAttempts,
  });
  const timeline = useQuery({
    queryKey: [...key, 'timeline', version],
    queryFn: ({ signal }) => fetchTimeline(pushEntity, id, signal),
    retry: false,
    enabled: version !== undefined,
    placeholderData: (previousTimeline) => previousTimeline,
  });
  return { row, attempts, timeline };
}

/** Report, platform, part, state and times of a push. */
function PushFacts({ push }: { readonly push: AnyRow }) {
  const fieldText = (name: string): string | null =>
    push[name] === null || push[name] === undefined || push[name] === '' ? null : String(push[name]);
  return (
    <dl className={styles.facts}>
      <div>
        <dt>报告编号</dt>
        <dd className={styles.no}>{fieldText('reportNo')}</dd>
      </div>
      <div>
        <dt>对接平台</dt>
        <dd>{fieldText('connectorName')}</dd>
      </div>
      <div>
        <dt>内容</dt>
        <dd>
          <DictCell dict="pushPart" value={push['part']} />
        </dd>
      </div>
      <div>
        <dt>状态</dt>
        <dd>
          <DictCell dict="pushState" value={push['state']} />
          {push['operation'] === 'withdraw' && push['state'] !== 'withdrawn' ? '（撤回）' : ''}
        </dd>
      </div>
      <div>
        <dt>尝试次数</dt>
        <dd>{fieldText('attempts')}</dd>
      </div>
      {fieldText('nextTry') && push['state'] === 'waiting' && (
        <div>
          <dt>下次尝试</dt>
          <dd>{fieldText('nextTry')}</dd>
        </div>
      )}
      {fieldText('receiptNo') && (
        <div>
          <dt>平台回执号</dt>
          <dd className={styles.no}>{fieldText('receiptNo')}</dd>
        </div>
      )}
      {fieldText('deliveredAt') && (
        <div>
          <dt>送达时间</dt>
          <dd>{fieldText('deliveredAt')}</dd>
        </div>
      )}
    </dl>
  );
}

/** Each request with its answer. */
function PushAttemptList({ attempts }: { readonly attempts: readonly PushAttempt[] }) {
  return (
    <section className={styles.section} aria-label="请求与答复">
      <h3>请求与答复（{attempts.length}）</h3>
      {attempts.length === 0 ? (
        <p className={styles.quiet}>{platformTexts.nothingSent}</p>
      ) : (
        <ol className={styles.attempts}>
          {attempts.map((attempt) => (
            <PushAttemptItem key={attempt.id} attempt={attempt} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** One push: state, actions, each request with its answer, and history. */
export function PushDetail({ id }: { readonly id: number }) {
  const queryClient = useQueryClient();
  const { row, attempts, timeline } = usePush(id);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: pushKey });
  const error = row.error ?? attempts.error;
  if (error) return <FailureAlert message={failureOf(error).pageText} onRetry={refresh} />;
  if (!row.data || !attempts.data) return <Skeleton active />;
  const { data: push } = row;
  return (
    <div className={styles.detail}>
      <PushFacts push={push} />
      <ReturnNotice timeline={timeline.data} />
      <div className={styles.acts}>
        <MoveButtons
          entity={pushEntity}
          row={push}
          timeline={timeline.data}
          waiting={row.isFetching && !row.data}
          onMoved={refresh}
        />
      </div>
      <PushAttemptList attempts={attempts.data.attempts} />
      <section className={styles.section} aria-label="办理记录">
        <h3>办理记录</h3>
        <StepTimeline timeline={timeline.data} failed={timeline.isError} />
      </section>
    </div>
  );
}
