import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { approvalChapter } from '@/features/help/chapters/approvalChapter';
import { archiveChapter } from '@/features/help/chapters/archiveChapter';
import { fieldWorkChapter } from '@/features/help/chapters/fieldWorkChapter';
import { governanceChapter } from '@/features/help/chapters/governanceChapter';
import { laboratoryChapter } from '@/features/help/chapters/laboratoryChapter';
import { listsChapter } from '@/features/help/chapters/listsChapter';
import { noticesChapter } from '@/features/help/chapters/noticesChapter';
import { publicityChapter } from '@/features/help/chapters/publicityChapter';
import { questionsChapter } from '@/features/help/chapters/questionsChapter';
import { rolesChapter } from '@/features/help/chapters/rolesChapter';
import { setupChapter } from '@/features/help/chapters/setupChapter';
import { startChapter } from '@/features/help/chapters/startChapter';
import { stockChapter } from '@/features/help/chapters/stockChapter';
import { systemChapter } from '@/features/help/chapters/systemChapter';
import { type ManualBlock, type Chapter, searchManual, type Section } from '@/features/help/manual';
import { useAnchor } from '@/features/help/useAnchor';
import styles from '@/features/help/helper.module.css';

export const chapters: readonly Chapter[] = [
  startChapter,
  setupChapter,
  listsChapter,
  rolesChapter,
  fieldWorkChapter,
  laboratoryChapter,
  stockChapter,
  approvalChapter,
  archiveChapter,
  noticesChapter,
  publicityChapter,
  governanceChapter,
  systemChapter,
  questionsChapter,
];

/** 使用手册: the manual by chapter, with a full-text search. */
export default function HelperPage() {
  const [typedText, setTypedText] = useState('');
  const searchText = useDeferredValue(typedText.trim());
  const foundChapters = useMemo(() => searchManual(chapters, searchText), [searchText]);
  const sections = foundChapters.reduce((sum, chapter) => sum + chapter.sections.length, 0);
  const anchor = useAnchor();
  // A link to a section clears the search, so that the section is visible.
  useEffect(() => {
    if (anchor) setTypedText('');
  }, [anchor]);

  return (
    <div className={styles.manual}>
      <header className={styles.head}>
        <h1>使用手册</h1>
        <input
          type="search"
          aria-label="在手册中查找"
          placeholder="查找，例如：导入、重置密码"
          value={typedText}
          onChange={(event) => setTypedText(event.target.value)}
        />
        <p role="status">{searchText && (sections > 0 ? `找到${sections}节` : '没有找到，请更换关键词再试')}</p>
      </header>
      <nav className={styles.contents} aria-label="目录">
        <details open={!window.matchMedia?.('(max-width: 800px)').matches}>
          <summary>目录</summary>
          <ol>
            {foundChapters.map((chapter) => (
              <li key={chapter.id}>
                <a href={`#${chapter.id}`}>{chapter.title}</a>
                <ol>
                  {chapter.sections.map((section) => (
                    <li key={section.id}>
                      <a href={`#${section.id}`} aria-current={anchor === section.id ? 'true' : undefined}>
                        {section.title}
                      </a>
                    </li>
                  ))}
                </ol>
              </li>
            ))}
          </ol>
        </details>
      </nav>
      <div className={styles.text}>
        {foundChapters.map((chapter) => (
          <section key={chapter.id}>
            <h2 id={chapter.id} tabIndex={-1}>
              {chapter.title}
            </h2>
            {chapter.sections.map((section) => (
              <SectionText key={section.id} section={section} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function SectionText({ section }: { section: Section }) {
  return (
    <section className={styles.section}>
      <h3 id={section.id} tabIndex={-1}>
        {section.title}
        <a href={`#${section.id}`} aria-label={`“${section.title}”的链接`}>
          #
        </a>
      </h3>
      {section.blocks.map((block, index) => (
        <BlockText key={index} block={block} />
      ))}
    </section>
  );
}

function BlockText({ block }: { block: ManualBlock }) {
  if (typeof block === 'string') return <p>{block}</p>;
  if ('terms' in block)
    return (
      <dl>
        {block.terms.map(([term, meaning]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    );
  return (
    <ol>
      {block.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
