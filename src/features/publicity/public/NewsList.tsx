import { fixedDictionaries } from '@contract/dictionaries';
import type { PublicNewsBrief } from '@contract/features/publicity/publicity';
import frame from './publicPage.module.css';
import { addressOf } from './useAddressQuery';
import styles from './news.module.css';

const categories: ReadonlyMap<string, string> = new Map(fixedDictionaries.newsCategory.map(({ value, label }) => [value, label]));

interface NewsListProps {
  readonly articles: readonly PublicNewsBrief[];
  readonly loading: boolean;
  readonly pictureUrl: (id: number, picture: string) => string;
}

export function NewsList({ articles, loading, pictureUrl }: NewsListProps) {
  return (
    <ol className={`${frame.list} ${styles.list}`} aria-busy={loading}>
      {articles.map((article) => (
        <li key={article.id} className={article.cover ? styles.covered : undefined}>
          <div>
            <h2>
              {article.topped && <span className={`${frame.tag} ${frame.pinned}`}>置顶</span>}
              <a href={addressOf({ id: String(article.id) }, '/industryNewsDetails')}>{article.title}</a>
            </h2>
            <p className={styles.summary}>{article.summary}</p>
            <p className={frame.facts}>
              <span>{categories.get(article.category)}</span>
              <span>{article.publishTime.slice(0, 10)}</span>
              {article.source && <span>来源：{article.source}</span>}
            </p>
          </div>
          {article.cover && <img className={styles.cover} src={pictureUrl(article.id, article.cover)} alt="" loading="lazy" width={176} height={117} />}
        </li>
      ))}
    </ol>
  );
}
