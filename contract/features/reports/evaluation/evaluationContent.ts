// Texts of an evaluation report beside its results (GBZ 331-2024 6.2.9.2, 7.2.7.2), by chapter. The server compiles
// them from the signed sheets of the project and freezes them with the report.

type EvaluationChapter = 'general' | 'running' | 'hazards' | 'measures' | 'tests' | 'conclusions';

/** A titled part of a chapter: paragraphs, and a table where it has columns. */
export interface EvaluationPart {
  readonly title: string;
  readonly lines: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ReportEvaluation {
  readonly service: 'presentState' | 'effect';
  /** Parts of each chapter, in the order of the standard. */
  readonly chapters: Readonly<Record<EvaluationChapter, readonly EvaluationPart[]>>;
  /** Advice for hazards marked 皮, 敏 or G, a sentence each (6.2.9.2.3 b). */
  readonly markedAdvice: readonly string[];
}
