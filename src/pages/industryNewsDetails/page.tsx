import { idInAddress } from '@/features/publicity/public/addressQuery';
import { PublicContent } from '@/features/publicity/public/PublicContent';
import { PublicAbsent } from '@/features/publicity/public/PublicState';
import type { AnswerFailure } from '@/features/publicity/public/useAnswer';
import { articlePage } from '@contract/features/publicity/pages/articlePage';
import { publicityTexts } from '@contract/features/publicity/publicityWire';

const missingNewsFailure: AnswerFailure = { message: publicityTexts.missingNews, status: 404 };

const renderAbsent = ({ status, message }: AnswerFailure) =>
  status === 404 && (
    <PublicAbsent
      title={message}
      advice="文章可能已经移走，请从列表中重新查找。"
      list="/industryNews"
      listTitle="查看全部文章"
    />
  );

/** 行业动态详情. */
export default function IndustryNewsDetailsPage() {
  const id = idInAddress();
  return (
    <PublicContent
      requestKey={String(id)}
      renderAbsent={renderAbsent}
      fetchAnswer={async (signal) => {
        if (id === undefined) throw missingNewsFailure;
        const article = await (await import('@/api/publicity')).fetchArticle(id, signal);
        return { tree: articlePage(article), title: article.title };
      }}
    />
  );
}
