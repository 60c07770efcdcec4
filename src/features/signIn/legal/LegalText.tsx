import { chineseNumeral, type LegalBlock, type LegalDocument } from '@contract/features/signIn/legal/legalDocument';
import styles from './legal.module.css';

function LegalParagraph({ block }: { block: LegalBlock }) {
  if (typeof block === 'string') return <p>{block}</p>;
  return (
    <ol>
      {block.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ol>
  );
}

/**
 * Legal text as plain HTML, for both shells.
 * @param titled shows the title; a dialog has its own
 */
export function LegalText({ document, titled = false }: { document: LegalDocument; titled?: boolean }) {
  const { title, version, preamble, sections } = document;
  return (
    <article className={styles.legal}>
      {titled && <h1>{title}</h1>}
      <p className={styles.version}>版本日期：{version}</p>
      {preamble.map((block) => (
        <LegalParagraph key={String(block)} block={block} />
      ))}
      {sections.map((section, index) => (
        <section key={section.title}>
          <h2>
            {chineseNumeral(index + 1)}、{section.title}
          </h2>
          {section.blocks.map((block) => (
            <LegalParagraph key={String(block)} block={block} />
          ))}
        </section>
      ))}
    </article>
  );
}
