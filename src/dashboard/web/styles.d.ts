/** Styles that the page imports for their effect alone (the compiler asks for the module). */
declare module "*.css"
