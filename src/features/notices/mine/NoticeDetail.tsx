import { useMemo } from 'react';
import { noticePictureUrl } from '@/api/notices';
import { DictCell, emptyCellText, RichText } from '@/fields';
import type { NoticeSend } from '@contract/wire';
import styles from './notices.module.css';

/** Checks whether the content says no more than the abstract, as in messages of the system. */
const repeatsAbstract = ({ msgAbstract, msgContent }: NoticeSend): boolean =>
  Boolean(msgContent) &&
  new DOMParser().parseFromString(msgContent ?? '', 'text/html').body.textContent.trim() === msgAbstract?.trim();

/** Shows title, abstract, sender and content of a notice (SPEC §2). */
export function NoticeDetail({ notice }: { notice: NoticeSend }) {
  const pictureUrl = useMemo(() => noticePictureUrl(notice.id), [notice.id]);
  return (
    <article className={styles.detail}>
      <h2>{notice.titile}</h2>
      <p className={styles.facts}>
        <span>发布人：{notice.senderName ?? emptyCellText}</span>
        <time>{notice.sendTime ?? emptyCellText}</time>
        <DictCell dict="msgCategory" value={notice.msgCategory} />
        <DictCell dict="priority" value={notice.priority} />
      </p>
      {notice.msgAbstract && !repeatsAbstract(notice) && <p className={styles.abstract}>{notice.msgAbstract}</p>}
      {notice.msgContent ? (
        <RichText html={notice.msgContent} pictureUrl={pictureUrl} />
      ) : (
        <p className={styles.empty}>本条消息没有正文</p>
      )}
    </article>
  );
}
