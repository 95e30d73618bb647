/** Transformers for tables of several columns, or with gaps: the points of a plane have neither, so the playground leaves them out. */
export const ofTables = new Set(['KNNImputer', 'OneHotEncoder', 'OrdinalEncoder', 'SelectKBest', 'SimpleImputer']);
