import { fixedDictionaries } from '@contract/dictionaries';
import { publicPageSizes } from '@contract/features/publicity/publicity';
import type { FormEvent } from 'react';
import { Notice, WayButton } from '@/lib/notice/Notice';
import { formValues } from '@/features/publicity/public/formValues';
import { Pager, pageIn } from '@/features/publicity/public/Pager';
import { PublicFailure, PublicSkeleton } from '@/features/publicity/public/PublicState';
import frame from '@/features/publicity/public/publicPage.module.css';
import { useAddressQuery } from '@/features/publicity/public/useAddressQuery';
import { useAnswer } from '@/features/publicity/public/useAnswer';
import { CategoryLinks } from '@/features/publicity/public/CategoryLinks';
import { NewsList } from '@/features/publicity/public/NewsList';

const api = () => import('@/api/publicity');
const filters = ['keyword', 'category'] as const;

/** 行业动态: what is pinned first, then the newest. */
export default function IndustryNewsPage() {
  const [query, go] = useAddressQuery();
  const page = pageIn(query);
  const asked: Record<string, string> = Object.fromEntries(filters.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
  // An address with a category that never was shows all, rather than a refusal.
  if (asked.category && !fixedDictionaries.newsCategory.some(({ value }) => value === asked.category)) delete asked.category;
  const question = { ...asked, page: String(page - 1) };
  const { answer, failure, loading, retry } = useAnswer(JSON.stringify(question), async (signal) => {
    const { fetchNews, publicPictureUrl } = await api();
    return { ...(await fetchNews(question, signal)), pictureUrl: (id: number, picture: string) => publicPictureUrl('news', id, picture) };
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    go({ ...asked, ...formValues(event.currentTarget) });
  }

  return (
    <>
      <h1 className={frame.title}>行业动态</h1>
      <p className={frame.lead}>职业卫生领域的政策法规、标准规范与机构消息。</p>
      <form className={frame.search} role="search" onSubmit={submit}>
        <label>
          标题、摘要或来源
          <input key={asked.keyword} type="search" name="keyword" maxLength={100} enterKeyHint="search" defaultValue={asked.keyword} />
        </label>
        <button type="submit" className={frame.submit}>查询</button>
      </form>
      <CategoryLinks query={asked} onGo={go} />
      {failure ? (
        <PublicFailure failure={failure} onRetry={retry} />
      ) : !answer ? (
        <PublicSkeleton rows={5} />
      ) : answer.totalElements === 0 ? (
        Object.keys(asked).length > 0 ? (
          <Notice title="没有符合条件的文章" text="请换一个关键字或分类再试。"><WayButton first onClick={() => go({})}>查看全部文章</WayButton></Notice>
        ) : (
          <Notice title="还没有发布的文章" text="文章发布后，将显示在这里。" />
        )
      ) : (
        <>
          <p className={frame.count} role="status"><span>共 {answer.totalElements} 篇</span></p>
          <NewsList articles={answer.content} loading={loading} pictureUrl={answer.pictureUrl} />
          <Pager query={asked} page={page} pages={Math.ceil(answer.totalElements / publicPageSizes.news)} onGo={go} />
        </>
      )}
    </>
  );
}
