import type { DefaultTheme } from "vitepress";

const page = (text: string, link: string): DefaultTheme.SidebarItem => ({ text, link });

/** The order of all pages. A test holds it against the files. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  { text: "Start here", items: [page("Five minutes", "/"), page("From a YAML file to an app", "/tutorial")] },
  {
    text: "Mock server",
    items: [
      page("Overview", "/mock/"),
      page("Tour: the bookshop", "/mock/tour"),
      page("Data and seeds", "/mock/data"),
      page("Requests and answers", "/mock/requests"),
      page("Make it behave differently", "/mock/customise"),
      page("Console, sessions, control plane", "/mock/control-plane"),
      page("In tests and programs", "/mock/in-code"),
      page("Credentials, https, agents", "/mock/security"),
      page("Several servers on PostgreSQL", "/mock/postgresql"),
      page("Tested behaviour", "/mock/behaviour"),
    ],
  },
  {
    text: "Client",
    items: [
      page("Overview", "/client/"),
      page("Queries", "/client/queries"),
      page("Regenerate and release", "/client/regenerate"),
    ],
  },
  {
    text: "Framework",
    items: [
      page("Overview", "/framework/"),
      page("Writing an application", "/guide"),
      page("Generators and fields", "/framework/generators"),
      page("Import a description", "/framework/import"),
      page("Migrations", "/framework/migrations"),
      page("Databases", "/framework/databases"),
      page("Plugins, security, files", "/framework/fastify"),
      page("A login", "/framework/login"),
      page("Testing", "/framework/testing"),
      page("Production", "/framework/production"),
    ],
  },
  {
    text: "Check and proxy",
    items: [
      page("Beside a real server", "/mock/real-server"),
      page("Check a server", "/check"),
      page("The check beside schemathesis", "/check-compared"),
      page("Proxy and record", "/proxy"),
      page("Breaking changes", "/gate"),
      page("OAuth for tests", "/oauth"),
      page("Agents and editors (MCP)", "/mcp"),
    ],
  },
  {
    text: "Recipes",
    items: [
      page("All recipes", "/recipes/"),
      page("React and Vite", "/recipes/react-vite"),
      page("Next.js", "/recipes/nextjs"),
      page("Playwright", "/recipes/playwright"),
      page("Vitest", "/recipes/vitest"),
      page("GitHub Actions", "/recipes/github-actions"),
      page("Docker", "/recipes/docker"),
      page("An app on PostgreSQL", "/recipes/postgresql"),
    ],
  },
  {
    text: "Reference",
    items: [
      page("mock-server", "/reference/mock-server"),
      page("generate-sdk", "/reference/generate-sdk"),
      page("framework", "/reference/framework"),
      page("x-mock", "/reference/x-mock"),
      page("x-onespec", "/reference/x-onespec"),
      page("Config files", "/reference/config"),
      page("Error codes", "/errors"),
      page("Glossary", "/glossary"),
    ],
  },
  {
    text: "How it works",
    items: [
      page("How a description is read", "/how-it-works/reading"),
      page("How a query runs", "/how-it-works/queries"),
      page("How data is stored", "/how-it-works/store"),
      page("How migrations are made", "/how-it-works/migrations"),
    ],
  },
  {
    text: "Coming from",
    collapsed: true,
    items: [
      page("All tools", "/migrating"),
      page("Prism", "/migrating#prism"),
      page("json-server", "/migrating#json-server"),
      page("Mockoon", "/migrating#mockoon"),
      page("MSW", "/migrating#msw"),
      page("hey-api", "/migrating#hey-api"),
      page("orval", "/migrating#orval"),
      page("Stainless", "/migrating#stainless"),
      page("openapi-generator", "/migrating#openapi-generator"),
      page("sequelize-cli", "/migrating#sequelize-cli"),
      page("NestJS", "/migrating#nestjs"),
      page("AdonisJS", "/migrating#adonisjs"),
    ],
  },
  {
    text: "Project",
    collapsed: true,
    items: [
      page("Beside other tools", "/comparison"),
      page("Conformance", "/conformance"),
      page("Performance", "/performance"),
      page("Reliability", "/reliability"),
      page("Security", "/security"),
      page("The closed loop", "/closed-loop"),
      page("The contract table", "/contract-table"),
      page("Dependencies", "/dependencies"),
      page("Stability", "/stability"),
      page("Roadmap", "/roadmap"),
      page("Decisions", "/decisions/"),
    ],
  },
];
