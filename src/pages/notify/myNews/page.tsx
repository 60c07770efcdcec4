import { Button, Input, Segmented } from 'antd';
import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { fetchNotices, markAllRead } from '@/api/notices';
import { went } from '@/api/went';
import { NoticeDetail } from '@/features/notices/mine/NoticeDetail';
import { NoticeTable } from '@/features/notices/mine/NoticeTable';
import { filters } from '@/fields';
import { feedback } from '@/lib/feedback';
import { loadNotices, readNotice, unreadOf, useNotices } from '@/session/notices/noticeStore';
import { PageModal } from '@/session/overlays';
import { useSession } from '@/session/sessionStore';
import { usePageActive } from '@/session/tabs/pageState';
import { announcement } from '@contract/features/notices/entities/notice';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import type { NoticeSend } from '@contract/wire';
import styles from '@/features/notices/mine/notices.module.css';

const CategoryFilter = filters.dict;
const category = announcement.fields.msgCategory;
const priority = announcement.fields.priority;
const list = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

interface Question {
  readonly titile?: string;
  readonly readFlag?: string;
  readonly msgCategory?: readonly string[];
  readonly priority?: readonly string[];
}

/** Opens the notice of `?id=` once and removes the parameter. */
function useOpenWanted(userId: number, show: (notice: NoticeSend) => void): void {
  const [params, setParams] = useSearchParams();
  const active = usePageActive();
  const wanted = params.get('id');
  useEffect(() => {
    if (!wanted || !active || userId === 0) return;
    setParams(
      (before) => {
        before.delete('id');
        return before;
      },
      { replace: true },
    );
    const id = /^\d{1,9}$/.test(wanted) ? Number(wanted) : 0;
    fetchNotices({ userId, id, page: 1, size: 10 }).then(
      ({ content: [found] }) =>
        found ? show(found) : feedback.notify('warning', '这条消息不存在、已被撤销，或不是发给您的'),
      () => feedback.notify('error', noticeTexts.loadFailed),
    );
  }, [wanted, active, userId, setParams, show]);
}

interface FiltersProps {
  readonly userId: number;
  readonly question: Question;
  readonly setQuestion: Dispatch<SetStateAction<Question>>;
}

/** Filters by category and priority. */
function DictFilters({ question, setQuestion }: Pick<FiltersProps, 'question' | 'setQuestion'>) {
  if (!CategoryFilter) return null;
  return (
    <>
      <div className={styles.filter}>
        <CategoryFilter
          field={category}
          value={question.msgCategory}
          onChange={() => undefined}
          onSearch={(value) => setQuestion((before) => ({ ...before, msgCategory: list(value) }))}
        />
      </div>
      <div className={styles.filter}>
        <CategoryFilter
          field={priority}
          value={question.priority}
          onChange={() => undefined}
          onSearch={(value) => setQuestion((before) => ({ ...before, priority: list(value) }))}
        />
      </div>
    </>
  );
}

/** Filters of the list, and the button that marks everything as read. */
function Filters({ userId, question, setQuestion }: FiltersProps) {
  const unread = useNotices(unreadOf);
  const [typed, setTyped] = useState('');
  const readAll = async () => {
    if (!(await feedback.confirm(noticeTexts.confirmReadAll(unread)))) return;
    if (await went(markAllRead(userId))) feedback.notify('success', `已将全部消息标为已读`);
    await loadNotices();
  };

  return (
    <form
      role="search"
      aria-label="我的消息查询"
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault();
        setQuestion((before) => ({ ...before, titile: typed.trim() }));
      }}
    >
      <Segmented
        aria-label="阅读状态"
        value={question.readFlag ?? ''}
        options={[
          { value: '', label: '全部' },
          { value: '0', label: noticeTexts.unread(unread) },
          { value: '1', label: noticeTexts.read },
        ]}
        onChange={(readFlag) => setQuestion((before) => ({ ...before, readFlag }))}
      />
      <div className={styles.filter}>
        <Input
          allowClear
          placeholder="标题"
          aria-label="标题"
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            if (event.type === 'click') setQuestion((before) => ({ ...before, titile: '' }));
          }}
        />
      </div>
      <DictFilters question={question} setQuestion={setQuestion} />
      <Button type="primary" htmlType="submit">
        查询
      </Button>
      <Button
        onClick={() => {
          setTyped('');
          setQuestion({});
        }}
      >
        重置
      </Button>
      <span className={styles.end}>
        <Button disabled={unread === 0} onClick={() => void readAll()}>
          {noticeTexts.readAll}
        </Button>
      </span>
    </form>
  );
}

/** All notices that the person received. `?id=` opens one. */
export default function MyNewsPage() {
  const userId = useSession((session) => session.user?.id) ?? 0;
  const [question, setQuestion] = useState<Question>({});
  const [notice, setNotice] = useState<NoticeSend | null>(null);
  const [reading, setReading] = useState(false);

  const show = useCallback(
    (chosen: NoticeSend) => {
      setNotice(chosen);
      setReading(true);
      void readNotice(chosen, userId);
    },
    [userId],
  );

  useOpenWanted(userId, show);

  return (
    <section className={styles.page} aria-label="我的消息">
      <Filters userId={userId} question={question} setQuestion={setQuestion} />
      <div className={styles.body}>
        <NoticeTable
          label="我的消息"
          filters={question}
          height="100%"
          withFlag
          empty={Object.values(question).some((value) => value?.length) ? '没有符合条件的消息' : '还没有收到消息'}
          onOpen={show}
        />
      </div>
      <PageModal
        open={reading}
        width={720}
        title="消息详情"
        footer={
          <Button type="primary" onClick={() => setReading(false)}>
            关闭
          </Button>
        }
        onCancel={() => setReading(false)}
      >
        {notice && <NoticeDetail notice={notice} />}
      </PageModal>
    </section>
  );
}
