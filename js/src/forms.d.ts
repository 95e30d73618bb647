/**
 * The types of the two forms of the package: `maxmargin` and `maxmargin/sync`. A method is
 * written once, with these types; build.mjs writes its declaration twice, with what they
 * stand for in each form. The source is checked in the form of `maxmargin`.
 */

/** What a method returns: Promise<T>, or in maxmargin/sync T itself. */
export type Returns<T> = Promise<T>;

/** A fit step by step: AsyncGenerator, or in maxmargin/sync Generator. */
export type Reports<P, T> = AsyncGenerator<P, T, void>;

/** An argument that only maxmargin takes, because it has to be waited for. */
export type OnlyPromised<T> = T;
