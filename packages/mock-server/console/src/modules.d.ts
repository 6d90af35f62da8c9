/** The address of Scalar's reference as one script; see `.ci/console.mjs`. */
declare module "documentation-component?url" {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: that is how Vite gives addresses
  export default address;
}
declare module "@fontsource-variable/*";
