import { Notice, NoticeButton, NoticeLink } from '@/lib/notice/Notice';
import type { AnswerFailure } from './useAnswer';
import styles from './publicPage.module.css';

/** Skeleton of the content, delayed so that it does not flash (docs/spec/design.md, States). */
export function PublicSkeleton({ rows }: { rows: number }) {
  return (
    <div className={styles.skeleton} role="status" aria-label="正在加载">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index}>
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}

/** Shows the error and a button to retry. */
export function PublicFailure({ failure, onRetry }: { failure: AnswerFailure; onRetry: () => void }) {
  return (
    <Notice
      title="暂时无法显示"
      text={
        <>
          {failure.message}
          {failure.requestId && (
            <>
              <br />
              <code>请求编号 {failure.requestId}</code>
            </>
          )}
        </>
      }
    >
      <NoticeButton first onClick={onRetry}>
        重试
      </NoticeButton>
    </Notice>
  );
}

/** Shown when the addressed content does not exist, or no longer exists. */
export function PublicAbsent({
  title,
  advice,
  list,
  listTitle,
}: {
  title: string;
  advice: string;
  list: string;
  listTitle: string;
}) {
  return (
    <Notice title={title} text={advice}>
      <NoticeLink to={list} first>
        {listTitle}
      </NoticeLink>
    </Notice>
  );
}
