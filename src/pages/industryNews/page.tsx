import { addressQuery } from '@/features/publicity/public/addressQuery';
import { PublicContent } from '@/features/publicity/public/PublicContent';
import { newsListPage } from '@contract/features/publicity/pages/listPages';

/** 行业动态: pinned news first, then the newest. */
export default function IndustryNewsPage() {
  const query = addressQuery();
  return (
    <PublicContent
      requestKey={JSON.stringify(query)}
      fetchAnswer={async (signal) => {
        const { fetchNews } = await import('@/api/publicity');
        return {
          tree: newsListPage(query, await fetchNews(query, signal)),
        };
      }}
    />
  );
}
