import { fixedDictionaries } from '@contract/dictionaries';
import { publicityTexts, type PublicNews, publicPicture } from '@contract/features/publicity/publicity';
import { lazy, Suspense } from 'react';
import { PublicAbsent, PublicFailure, PublicSkeleton } from '@/features/publicity/public/PublicState';
import frame from '@/features/publicity/public/publicPage.module.css';
import { addressOf, idInAddress } from '@/features/publicity/public/useAddressQuery';
import { type AnswerFailure, useAnswer } from '@/features/publicity/public/useAnswer';
import { usePageTitle } from '@/features/publicity/public/usePageTitle';
import styles from '@/features/publicity/public/article.module.css';

const RichText = lazy(async () => ({ default: (await import('@/fields/richText/RichText')).RichText }));
const list = '/industryNews';
const nowhere: AnswerFailure = { message: publicityTexts.missingNews, status: 404 };

export default function IndustryNewsDetailsPage() {
  const id = idInAddress();
  const { answer, failure, retry } = useAnswer(String(id), async (signal) => {
    if (id === undefined) throw nowhere;
    return (await import('@/api/publicity')).fetchArticle(id, signal);
  });
  usePageTitle(answer?.title);
  if (failure?.status === 404) return <PublicAbsent title={failure.message} advice="文章可能已经移走，请从列表中重新查找。" list={list} listTitle="查看全部文章" />;
  if (failure) return <PublicFailure failure={failure} onRetry={retry} />;
  if (!answer) return <PublicSkeleton rows={4} />;
  return (
    <>
      <div className={frame.bar}>
        <a href={list}>‹ 全部文章</a>
        <button type="button" className={frame.plain} onClick={() => window.print()}>打印</button>
      </div>
      <Article article={answer} />
      <Neighbours article={answer} />
    </>
  );
}

function Article({ article }: { article: PublicNews }) {
  const category = fixedDictionaries.newsCategory.find(({ value }) => value === article.category)?.label;
  return (
    <article className={frame.sheet}>
      <header>
        <h1 className={frame.title}>{article.title}</h1>
        <p className={frame.facts}>
          {category && <span>{category}</span>}
          <span>{article.publishTime.slice(0, 16)}</span>
          {article.source && <span>来源：{article.source}</span>}
          {article.author && <span>作者：{article.author}</span>}
          <span>浏览 {article.viewCount + 1} 次</span>
        </p>
      </header>
      <div className={styles.text}>
        <Suspense fallback={<PublicSkeleton rows={2} />}>
          <RichText html={article.content} pictureUrl={(picture) => publicPicture('news', article.id, picture)} />
        </Suspense>
      </div>
      {article.sourceUrl && <p className={styles.origin}>原文链接：<a href={article.sourceUrl} target="_blank" rel="noopener noreferrer">{article.sourceUrl}</a></p>}
      <p className={frame.hint}>{article.organizationName}发布</p>
    </article>
  );
}

function Neighbours({ article: { newer, older } }: { article: PublicNews }) {
  if (!newer && !older) return null;
  const link = (label: string, to: NonNullable<PublicNews['newer']>) => <li>{label}：<a href={addressOf({ id: String(to.id) })}>{to.title}</a></li>;
  return (
    <nav aria-label="相邻文章">
      <ul className={styles.neighbours}>
        {newer && link('上一篇', newer)}
        {older && link('下一篇', older)}
      </ul>
    </nav>
  );
}
